package dev.parley.war.web;

import dev.parley.ParleyException;
import dev.parley.problem.Problem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * How many wrong tokens an address may give: ten at once, and one more every six seconds. The
 * thousand addresses that tried last are known.
 */
final class WrongTokens {
  static final int AT_ONCE = 10;
  static final int MOST_ADDRESSES = 1_000;

  private static final int PER_MINUTE = 10;

  private final Tries.Bound bound;

  /** The one that tried longest ago comes first. */
  private final Map<String, Tries> left =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tries> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };

  WrongTokens(Tries.Bound bound) {
    this.bound = bound;
  }

  /**
   * Looks at a token that came from {@code address}.
   *
   * @param look empty where it is wrong, which alone counts
   * @throws Refused 429 where too many were; nobody looks then
   */
  <T> Optional<T> look(String address, Supplier<Optional<T>> look) {
    Tries tries = of(address);
    synchronized (tries) { // or right ones that come at once would take from each other
      take(tries);
      Optional<T> found = look.get();
      if (found.isPresent()) {
        tries.giveBack().run();
      }
      return found;
    }
  }

  private static void take(Tries tries) {
    try {
      tries.take().run();
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

  private Tries of(String address) {
    synchronized (left) {
      return left.computeIfAbsent(address, first -> bound.of(AT_ONCE, PER_MINUTE));
    }
  }

  /** How many addresses are known. */
  int addresses() {
    synchronized (left) {
      return left.size();
    }
  }
}
