// What Whisper and its like write for noise: endings of the videos they learned from. Lower case, no punctuation.

extension HallucinationGate {
  static let brackets: [Character: Character] = ["[": "]", "(": ")", "*": "*", "【": "】", "（": "）"]

  /// Outside brackets, these are no words either.
  static let noteCharacters: Set<Character> = ["♪", "♫", ".", "…", "-"]

  static let phrases: Set<String> = [
    "thank you", "thanks", "thank you very much", "thank you so much", "thank you for watching",
    "thanks for watching", "thank you for watching and see you next time", "thank you for listening",
    "please subscribe", "subscribe", "please subscribe to my channel", "like and subscribe",
    "don't forget to subscribe", "see you next time", "see you in the next video", "i'll see you next time",
    "bye", "bye bye", "goodbye", "you", "so", "oh", "uh", "um", "hmm", "mm", "mm hmm", "huh", "ah", "okay",
    "the end",
    "i'm sorry", "subtitles by the amara org community", "transcription by castingwords", "blank audio",
    "silence",
    "music", "applause", "laughter",
    "untertitel der amara org community", "untertitel im auftrag des zdf", "vielen dank", "danke",
    "vielen dank fürs zuschauen", "bis zum nächsten mal", "tschüss",
    "sous titres réalisés par la communauté d'amara org", "merci", "merci d'avoir regardé cette vidéo",
    "à bientôt",
    "subtítulos realizados por la comunidad de amara org", "gracias", "gracias por ver el video",
    "hasta la próxima",
    "sottotitoli creati dalla comunità amara org", "grazie", "grazie per la visione",
    "obrigado", "legendas pela comunidade amara org", "ご視聴ありがとうございました", "ありがとうございました",
    "谢谢大家", "谢谢观看", "請訂閱", "字幕由amara org社区提供", "시청해주셔서 감사합니다", "продолжение следует",
    "субтитры сделал dimatorzok", "спасибо за просмотр", "dziękuję", "dziękuję za oglądanie",
  ]
}
