package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.settings.SettingSources;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class IdleEndTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger ended = new AtomicInteger();
  private final IdleEnd idle =
      new IdleEnd(
          new Handler.Wrapper(), Duration.ofSeconds(60), nanos::get, ended::incrementAndGet);

  private void later(long seconds) {
    nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
    idle.sweep();
  }

  @Test
  void serverThatNobodyUses_endsOnceWhenItsTimeIsOver() {
    later(59);
    assertThat(ended).hasValue(0);
    later(1);
    assertThat(ended).hasValue(1);
    later(60);
    assertThat(ended).hasValue(1);
  }

  @Test
  void requestUnderWay_keepsTheServer_andItsEndBeginsTheTimeAnew() {
    Callback stream = idle.requests().begin(Callback.NOOP);
    Callback call = idle.requests().begin(Callback.NOOP);
    later(600);
    call.succeeded();
    later(600);
    assertThat(ended).hasValue(0);
    stream.failed(new IllegalStateException("its client is gone"));
    stream.succeeded();
    later(59);
    assertThat(ended).hasValue(0);
    later(1);
    assertThat(ended).hasValue(1);
  }

  /** Callback of a request that the handlers below leave alone is never called. */
  @Test
  void requestThatNobodyHandles_doesNotKeepTheServer() throws Exception {
    IdleEnd deaf =
        new IdleEnd(
            new Handler.Wrapper() {
              @Override
              public boolean handle(Request request, Response response, Callback callback) {
                return false;
              }
            },
            Duration.ofSeconds(60),
            nanos::get,
            ended::incrementAndGet);
    @SuppressWarnings("NullAway")
    boolean handled = deaf.handle(null, null, Callback.NOOP);
    assertThat(handled).isFalse();
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    deaf.sweep();
    assertThat(ended).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "604801"})
  void idleTime_beyondItsBounds_isRefused(String seconds) {
    assertThat(refusal(seconds)).contains("--end-when-idle must be 0 to 604800, not " + seconds);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "604800"})
  void idleTime_atItsBounds_isTaken(String seconds) {
    assertThat(refusal(seconds)).contains("--bind").doesNotContain("--end-when-idle must");
  }

  /** The refusal of a command line that is refused for its address, if for nothing before it. */
  private static String refusal(String seconds) {
    StringWriter said = new StringWriter();
    CommandLine line =
        new CommandLine(new Serve(SettingSources.none())).setErr(new PrintWriter(said));
    assertThat(line.execute("--end-when-idle", seconds, "--bind", "203.0.113.1")).isEqualTo(2);
    return said.toString().lines().findFirst().orElse("");
  }
}
