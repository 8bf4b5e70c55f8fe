package dev.parley.doctor;

/** The files of Claude Code. */
final class ClaudeLink extends ClientFilesLink {
  @Override
  public String name() {
    return "claude";
  }
}
