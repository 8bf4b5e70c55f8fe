package dev.parley.war.rest;

import dev.parley.page.ListPage;
import dev.parley.page.PageSize;
import dev.parley.war.wire.Json;
import dev.parley.war.wire.MaxAnswer;
import dev.parley.war.wire.ResultFields;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The items of one answer, each encoded once, as it is added. Takes no more bytes of them than an
 * answer may have; the first one always has room, so every list can be read to its end.
 */
final class ItemList {
  private static final byte[] BEGIN = "{\"items\":[".getBytes(StandardCharsets.US_ASCII);

  private final long budget;
  private final Deque<byte[]> items = new ArrayDeque<>();
  private long bytes;
  private boolean full;

  private ItemList(long budget) {
    this.budget = budget;
  }

  /** An empty list for the answer to {@code request}. */
  static ItemList of(HttpServletRequest request) {
    return new ItemList(MaxAnswer.ofItems(Web.of(request.getServletContext()).answerBytes()));
  }

  /** Reads a page of a list after a cursor: at most so many items, of about so many bytes. */
  interface Source<T, C> {
    ListPage<T> read(Optional<C> after, int limit, long bytes);
  }

  /**
   * The answer with the first items of a list that follow a cursor, and in {@code next} the cursor
   * to go on after; null at the end.
   *
   * @param after where the page begins
   * @param limit at most this many items
   */
  <T, C> Response answer(
      Source<T, C> source,
      Optional<C> after,
      int limit,
      Function<T, Object> form,
      Function<T, C> cursor) {
    Optional<C> last = after;
    boolean more = true;
    while (more && !full && count() < limit) {
      ListPage<T> page = source.read(last, Math.min(limit - count(), PageSize.MAX_LIMIT), left());
      List<T> added = addFromFirst(page.items(), form);
      if (!added.isEmpty()) {
        last = Optional.of(cursor.apply(added.get(added.size() - 1)));
      }
      more = page.hasMore() || full;
    }
    return answer(more ? last.map(Object::toString).orElse(null) : null, more);
  }

  /** Adds the first of {@code all} that have room; returns those. */
  <T> List<T> addFromFirst(List<T> all, Function<T, Object> form) {
    int to = 0;
    while (to < all.size() && add(form.apply(all.get(to)), items::addLast)) {
      to++;
    }
    return all.subList(0, to);
  }

  /** Adds the last of {@code all} that have room, in their order; returns those. */
  <T> List<T> addFromLast(List<T> all, Function<T, Object> form) {
    int from = all.size();
    while (from > 0 && add(form.apply(all.get(from - 1)), items::addFirst)) {
      from--;
    }
    return all.subList(from, all.size());
  }

  private boolean add(Object item, Consumer<byte[]> to) {
    byte[] encoded = Json.bytes(item);
    full |= !items.isEmpty() && bytes + encoded.length + 1 > budget;
    if (!full) {
      bytes += encoded.length + 1;
      to.accept(encoded);
    }
    return !full;
  }

  int count() {
    return items.size();
  }

  /** The bytes of items that the answer still has room for. */
  long left() {
    return budget - bytes;
  }

  /** The bytes of items that an empty answer has room for. */
  long budget() {
    return budget;
  }

  /** The answer with {@code next} and whether the list goes on. */
  Response answer(@Nullable Object next, boolean truncated) {
    return answer(ResultFields.none().and("next", next).and("truncated", truncated));
  }

  /** The answer with these fields beside the items. */
  Response answer(ResultFields rest) {
    byte[] fields = Json.bytes(rest.map());
    ByteBuffer answer = ByteBuffer.allocate(BEGIN.length + (int) bytes + 2 + fields.length);
    answer.put(BEGIN);
    boolean first = true;
    for (byte[] item : items) {
      if (!first) {
        answer.put((byte) ',');
      }
      first = false;
      answer.put(item);
    }
    answer.put((byte) ']').put((byte) ',').put(fields, 1, fields.length - 1);
    byte[] whole = new byte[answer.position()];
    answer.flip().get(whole);
    return JsonResponses.encoded(whole);
  }
}
