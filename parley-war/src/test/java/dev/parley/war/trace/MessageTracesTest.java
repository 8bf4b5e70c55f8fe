package dev.parley.war.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextKey;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessageTracesTest {
  private static final MessageTraces.Delivery PUSH = new MessageTraces.Delivery(1, false);

  private final Context trace = Context.root().with(ContextKey.named("trace"), "one");
  private final MessageTraces messages = new MessageTraces();

  @Test
  void deliveryAfterThePost_hasItsTrace() {
    assertThat(messages.sent("m", trace)).isEmpty();
    assertThat(messages.delivered("m", PUSH)).containsSame(trace);
  }

  @Test
  void deliveryBeforeThePost_isReturnedWithThePost_once() {
    assertThat(messages.delivered("m", PUSH)).isEmpty();
    assertThat(messages.sent("m", trace)).containsExactly(PUSH);
    assertThat(messages.sent("m", trace)).isEmpty();
  }

  @Test
  void deliveries_haveABound() {
    messages.sent("m", trace);
    assertThat(
            IntStream.range(0, 1_000)
                .filter(each -> messages.delivered("m", PUSH).isPresent())
                .count())
        .isEqualTo(MessageTraces.MAX_DELIVERIES);
  }

  @Test
  void messages_haveABound() {
    messages.sent("old", trace);
    IntStream.range(0, 10_000).forEach(each -> messages.delivered("m" + each, PUSH));
    assertThat(messages.delivered("old", PUSH)).isEmpty();
  }
}
