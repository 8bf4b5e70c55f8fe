package dev.parley.doctor;

/** The files of Gemini CLI. */
final class GeminiLink extends ClientFilesLink {
  @Override
  public String name() {
    return "gemini";
  }
}
