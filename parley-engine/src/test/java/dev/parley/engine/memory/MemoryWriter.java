package dev.parley.engine.memory;

import dev.parley.id.WorkspaceId;
import dev.parley.memory.SectionKey;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.stream.IntStream;

/**
 * A process that writes the project's memory in a folder, section after section, and says the
 * number of each write once it is kept. It begins when its input ends or brings a byte.
 */
final class MemoryWriter {
  /** So many sections it writes in turn. */
  static final int SECTIONS = 20;

  private MemoryWriter() {}

  /** Arguments: the folder, the writer's name, the first number, the one after the last. */
  public static void main(String[] arguments) throws IOException {
    SectionedMemory memory =
        new SectionedMemory(
            WorkspaceId.DEFAULT,
            new MarkdownFolder(Path.of(arguments[0]), InstantSource.system()),
            InstantSource.system());
    int from = Integer.parseInt(arguments[2]);
    int to = Integer.parseInt(arguments[3]);
    PrintStream out = System.out;
    out.println("ready");
    int unused = System.in.read();
    IntStream.range(from, to)
        .forEach(
            number -> {
              memory.write(key(arguments[1], number), content(number));
              out.println(number);
              out.flush();
            });
  }

  static SectionKey key(String writer, int number) {
    return new SectionKey(writer + " " + number % SECTIONS);
  }

  /** Shows by its ends whether it is whole. */
  static String content(int number) {
    return "begin " + number + "\n" + "line\n".repeat(500) + "end " + number;
  }
}
