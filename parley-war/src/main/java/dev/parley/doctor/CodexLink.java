package dev.parley.doctor;

/** The files of Codex. */
final class CodexLink extends ClientFilesLink {
  @Override
  public String name() {
    return "codex";
  }
}
