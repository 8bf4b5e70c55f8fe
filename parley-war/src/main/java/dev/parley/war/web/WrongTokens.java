package dev.parley.war.web;

import dev.parley.ParleyException;
import dev.parley.engine.room.TokenBucket;
import dev.parley.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * How many wrong tokens an address may give: ten at once, and one more every six seconds. The
 * thousand addresses that tried last are known.
 */
final class WrongTokens {
  static final int AT_ONCE = 10;
  static final int MOST_ADDRESSES = 1_000;

  private static final int PER_MINUTE = 10;

  private final LongSupplier nanos;

  /** The one that tried longest ago comes first. */
  private final Map<String, TokenBucket> left =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  WrongTokens(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Looks at a token that came from {@code address}.
   *
   * @param look empty where it is wrong, which alone counts
   * @throws Refused 429 where too many were; nobody looks then
   */
  <T> Optional<T> look(String address, Supplier<Optional<T>> look) {
    TokenBucket bucket = of(address);
    synchronized (bucket) { // or right ones that come at once would take from each other
      take(bucket);
      Optional<T> found = look.get();
      if (found.isPresent()) {
        bucket.giveBack();
      }
      return found;
    }
  }

  private static void take(TokenBucket bucket) {
    try {
      bucket.take();
    } catch (ParleyException tooMany) {
      Problem problem = tooMany.problem();
      throw new Refused(
          new ProblemDetail(
              ProblemDetail.status(problem.code()),
              problem.code().wireName(),
              "Too many wrong tokens came from your address; wait, and try again.",
              problem.facts()));
    }
  }

  private TokenBucket of(String address) {
    synchronized (left) {
      return left.computeIfAbsent(
          address, first -> TokenBucket.perMinute(PER_MINUTE, AT_ONCE, nanos));
    }
  }

  /** How many addresses are known. */
  int addresses() {
    synchronized (left) {
      return left.size();
    }
  }
}
