package dev.parley.war.auth;

import dev.parley.war.http.AccessAudit;
import dev.parley.war.http.AddressRate;
import dev.parley.war.http.LogLimiter;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Counts the wrong tokens of an address: ten at once, and one more every six seconds. A right token
 * is never held back, whatever came from its address before, so nobody locks out others behind the
 * same proxy. The thousand addresses that tried last are known. For any thread.
 */
public final class FailedLoginLimiter {
  /** The wrong tokens an address may show at once. */
  public static final int MAX_AT_ONCE = 10;

  private static final Duration PAUSE = Duration.ofSeconds(6);
  private static final Duration A_MILLI = Duration.ofMillis(1);
  private static final System.Logger LOG = System.getLogger(FailedLoginLimiter.class.getName());
  private static final String ATTRIBUTE = FailedLoginLimiter.class.getName();

  private final LogLimiter lines;
  private final AccessAudit audit;
  private final AddressRate rate;

  FailedLoginLimiter(LongSupplier nanos, AccessAudit audit) {
    this.rate = new AddressRate(MAX_AT_ONCE, PAUSE, nanos);
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
    Duration wait = rate.take(address);
    return wait.isZero()
        ? OptionalLong.empty()
        : OptionalLong.of(wait.plus(A_MILLI.minusNanos(1)).toMillis());
  }
}
