package dev.parley.engine.memory;

import dev.parley.id.WorkspaceId;
import dev.parley.problem.InvalidArgument;
import dev.parley.problem.NotPermitted;
import dev.parley.problem.ParleyException;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The path of each document below the home of a folder. No name leads out of it: names are checked
 * here whatever was checked before, and nothing below the home may be a symbolic link.
 */
final class FolderPaths {
  static final String MARKDOWN = ".md";
  static final String SUMMARY = "summary.md";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}");

  /** Device names of Windows, whatever follows a dot behind them. */
  private static final Pattern DEVICE =
      Pattern.compile("^(con|prn|aux|nul|com[0-9]|lpt[0-9])(?=\\.|$)", Pattern.CASE_INSENSITIVE);

  /** A last dot, which Windows drops. */
  private static final Pattern LAST_DOT = Pattern.compile("\\.$");

  /** A character no name has, so a name it is added to is no other name. */
  private static final String APART = "~";

  private FolderPaths() {}

  /** Returns the file of {@code document}, whether it exists or not. */
  static Path file(Path home, Document document) {
    Path folder = folder(home, document.workspace(), document.kind());
    return switch (document.kind()) {
      case PROJECT -> folder.resolve("project" + MARKDOWN);
      case AGENT -> folder.resolve(fileName(document.name()) + MARKDOWN);
      case SUMMARY -> folder.resolve(fileName(document.name())).resolve(SUMMARY);
    };
  }

  /** Returns the folder of the documents of {@code kind}. */
  static Path folder(Path home, WorkspaceId workspace, Kind kind) {
    Path base =
        workspace.equals(WorkspaceId.DEFAULT)
            ? home
            : home.resolve("workspaces").resolve(fileName(workspace.value()));
    return switch (kind) {
      case PROJECT -> base.resolve("memory");
      case AGENT -> base.resolve("memory").resolve("agents");
      case SUMMARY -> base.resolve("sessions");
    };
  }

  /** Returns {@code name} in a form every file system accepts. */
  static String fileName(String name) {
    InvalidArgument.unlessMatches("name", name, NAME, "the name of an agent or a session");
    String noDevice = DEVICE.matcher(name).replaceFirst("$1" + APART);
    return LAST_DOT.matcher(noDevice).replaceFirst("." + APART);
  }

  /**
   * Returns the name {@link #fileName} was called with; of another file, a text that is not a name.
   */
  static String name(String fileName) {
    String name = fileName.replace(APART, "");
    return NAME.matcher(name).matches() && fileName(name).equals(fileName) ? name : "";
  }

  /**
   * Returns {@code path} if neither it nor a part of it below {@code home} is a symbolic link, and
   * no file of another name answers to it: a file system may ignore case.
   */
  static Path checked(Path home, Path path) throws IOException {
    Path relative = home.relativize(path.normalize());
    if (!path.startsWith(home) || relative.startsWith("..")) {
      throw InvalidArgument.refusal("name", "it leads out of the folder");
    }
    Path at = home;
    for (Path part : relative) {
      at = at.resolve(part);
      if (Files.isSymbolicLink(at)) {
        throw new ParleyException(
            new NotPermitted("a symbolic link stands where the memory's folder or file should"));
      }
      refuseAnotherCase(at, part.toString());
    }
    return path;
  }

  private static void refuseAnotherCase(Path at, String name) throws IOException {
    try {
      Path real = at.toRealPath(LinkOption.NOFOLLOW_LINKS);
      if (!String.valueOf(real.getFileName()).equals(name)) {
        throw InvalidArgument.refusal(
            "name", "the file system of the memory holds it already in another case");
      }
    } catch (NoSuchFileException absent) {
      // then nothing can answer to it
    }
  }
}
