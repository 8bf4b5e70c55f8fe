package dev.parley.war.auth;

import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.LogLimiter;
import jakarta.servlet.ServletContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts the wrong tokens of an address: ten at once, and one more every six seconds. A right token
 * is never held back, whatever came from its address before, so nobody locks out others behind the
 * same proxy. The thousand addresses that tried last are known. For any thread.
 */
public final class FailedLoginLimiter {
  /** The wrong tokens an address may show at once. */
  public static final int MAX_AT_ONCE = 10;

  static final int MAX_ADDRESSES = 1_000;
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(6);
  private static final System.Logger LOG = System.getLogger(FailedLoginLimiter.class.getName());
  private static final String ATTRIBUTE = FailedLoginLimiter.class.getName();

  private final LongSupplier nanos;
  private final LogLimiter lines;
  private final AccessAudit audit;

  /**
   * The time at which an address has all its tries again, by address. The longest unused comes
   * first.
   */
  private final Map<String, Long> spentUntil =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MAX_ADDRESSES;
        }
      };

  FailedLoginLimiter(LongSupplier nanos, AccessAudit audit) {
    this.nanos = nanos;
    this.audit = audit;
    this.lines = new LogLimiter();
  }

  /** Returns the throttle of a deployment, which the page and MCP share. */
  public static FailedLoginLimiter of(ServletContext context) {
    synchronized (FailedLoginLimiter.class) {
      if (context.getAttribute(ATTRIBUTE) instanceof FailedLoginLimiter known) {
        return known;
      }
      FailedLoginLimiter made = new FailedLoginLimiter(System::nanoTime, AccessAudit.of(context));
      context.setAttribute(ATTRIBUTE, made);
      return made;
    }
  }

  /**
   * Notes a wrong token, which is logged and audited at most once a minute for each address.
   *
   * @param address where it came from
   * @param door where it was shown, for the log
   * @return after how many milliseconds the next one is counted as a try; empty within the bound
   */
  public OptionalLong wrong(String address, String door) {
    lines.log(
        LOG,
        System.Logger.Level.WARNING,
        door + " " + address,
        "A wrong token was shown at " + door + " from " + address + ".");
    audit.wrongToken(address, door);
    long now = nanos.getAsLong();
    synchronized (spentUntil) {
      Long known = spentUntil.get(address);
      long until = known == null || known - now < 0 ? now : known;
      long free = until - now - (MAX_AT_ONCE - 1) * PAUSE_NANOS;
      if (free > 0) {
        return OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(free + 999_999));
      }
      spentUntil.put(address, until + PAUSE_NANOS);
      return OptionalLong.empty();
    }
  }

  /** Returns the number of known addresses. */
  int addresses() {
    synchronized (spentUntil) {
      return spentUntil.size();
    }
  }
}
