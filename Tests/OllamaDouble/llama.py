"""llama.cpp in this process, from the wheel xllamacpp."""

import os
import xllamacpp


class LlamaWriter:
    def __init__(self, path):
        parameters = xllamacpp.CommonParams()
        parameters.model.path = path
        parameters.n_ctx = 4096
        parameters.n_parallel = 1
        parameters.cpuparams.n_threads = int(os.environ.get("OLLAMA_DOUBLE_THREADS", "1"))
        parameters.cpuparams_batch.n_threads = parameters.cpuparams.n_threads
        parameters.verbosity = 0
        self.server = xllamacpp.Server(parameters)

    def write(self, messages, options, schema, model):
        request = {
            "messages": messages,
            "max_tokens": options.get("num_predict", 256),
            "temperature": options.get("temperature", 0.8),
            "cache_prompt": True,
        }
        if isinstance(schema, dict):
            request["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
        result = self.server.handle_chat_completions(request)
        if "choices" not in result:
            raise RuntimeError(str(result))
        choice, usage = result["choices"][0], result["usage"]
        return choice["message"]["content"], choice["finish_reason"], usage["prompt_tokens"], usage["completion_tokens"]
