package dev.parley.engine.memory;

import dev.parley.problem.ParleyException;
import dev.parley.problem.ServerFull;
import dev.parley.spi.MemoryStore;
import dev.parley.spi.MemoryStore.Document;
import dev.parley.spi.MemoryStore.Kind;

/** The number of documents of one kind in a workspace, without the project's document. */
final class DocumentCount {
  private DocumentCount() {}

  /**
   * Refuses a new document at the limit. An existing document can be written whatever their number.
   *
   * @throws ParleyException {@code limit_reached}
   */
  static void refuseIfFull(MemoryStore store, Document document, String what, int limit) {
    if (document.kind() != Kind.PROJECT
        && store.read(document).isEmpty()
        && store.list(document.workspace(), document.kind()).size() >= limit) {
      throw new ParleyException(new ServerFull(what, limit));
    }
  }
}
