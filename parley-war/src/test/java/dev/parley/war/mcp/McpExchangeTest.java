package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An answer is written once, by whoever has it, and a suspended request is always completed. */
class McpExchangeTest {
  private final List<String> calls = new ArrayList<>();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private boolean isClientGone;

  private final AsyncContext async = stub(AsyncContext.class);
  private final McpExchange exchange =
      new McpExchange(stub(HttpServletRequest.class), stub(HttpServletResponse.class));

  private <T> T stub(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, all) -> call(method, all)));
  }

  private @Nullable Object call(Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "startAsync" -> noted("suspended", async);
      case "setStatus" -> noted("status " + arguments[0], null);
      case "complete" -> noted("completed", null);
      case "getOutputStream" -> output();
      default -> null;
    };
  }

  private @Nullable Object noted(String call, @Nullable Object result) {
    calls.add(call);
    return result;
  }

  private ServletOutputStream output() {
    return new ServletOutputStream() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(WriteListener listener) {
        calls.add("listener");
      }

      @Override
      public void write(int b) throws IOException {
        if (isClientGone) {
          throw new IOException("Broken pipe");
        }
        written.write(b);
      }
    };
  }

  private static WholeAnswer answer(String json) {
    return WholeAnswer.of(200, json.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void answerThatIsThere_isWrittenWithoutSuspension() throws IOException {
    exchange.answer(CompletableFuture.completedFuture(answer("{}")));
    assertThat(calls).containsExactly("status 200");
    assertThat(written).hasToString("{}");
  }

  @Test
  void answerThatComesLater_isWrittenAndCompleted() throws IOException {
    CompletableFuture<McpAnswer> later = new CompletableFuture<>();
    exchange.answer(later);
    assertThat(calls).containsExactly("suspended");
    later.complete(answer("{\"a\":1}"));
    assertThat(calls).containsExactly("suspended", "status 200", "completed");
    assertThat(written).hasToString("{\"a\":1}");
  }

  @Test
  void failure_isRefusedAndCompleted() throws IOException {
    CompletableFuture<McpAnswer> later = new CompletableFuture<>();
    exchange.answer(later);
    later.completeExceptionally(new IllegalStateException("for the log"));
    assertThat(calls).containsExactly("suspended", "status 500", "completed");
    assertThat(written.toString(StandardCharsets.UTF_8))
        .contains("\"error\"")
        .doesNotContain("for the log");
  }

  @Test
  void clientThatIsGone_isCompletedToo() throws IOException {
    CompletableFuture<McpAnswer> later = new CompletableFuture<>();
    exchange.answer(later);
    isClientGone = true;
    later.complete(answer("{}"));
    assertThat(calls).endsWith("completed");
  }

  @Test
  void stream_isOpenedAndCompletesItself() throws IOException {
    exchange.answer(
        CompletableFuture.completedFuture(new StreamAnswer(stream -> calls.add("opened"))));
    assertThat(calls).containsExactly("suspended", "opened");
  }
}
