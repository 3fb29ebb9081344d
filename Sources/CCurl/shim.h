#include <curl/curl.h>

// curl_easy_setopt, curl_multi_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function for each
// type of value.

static inline CURLcode hwctl_curl_set_number(CURL *_Nonnull easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

// libcurl copies the text.
static inline CURLcode hwctl_curl_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nonnull value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode hwctl_curl_set_pointer(CURL *_Nonnull easy, CURLoption option, void *_Nullable value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode hwctl_curl_set_headers(CURL *_Nonnull easy, struct curl_slist *_Nullable value) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, value);
}

// The body and the headers have callbacks of one type.
static inline CURLcode hwctl_curl_set_writer(CURL *_Nonnull easy, CURLoption option, curl_write_callback _Nonnull value) {
  return curl_easy_setopt(easy, option, value);
}

static inline CURLcode hwctl_curl_set_socket_opener(CURL *_Nonnull easy, curl_opensocket_callback _Nonnull value) {
  return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline CURLMcode hwctl_curl_multi_set_number(CURLM *_Nonnull multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline CURLcode hwctl_curl_get_number(CURL *_Nonnull easy, CURLINFO info, long *_Nonnull value) {
  return curl_easy_getinfo(easy, info, value);
}

// CURLMsg keeps the result in a union.
static inline CURLcode hwctl_curl_result(const CURLMsg *_Nonnull message) { return message->data.result; }
