package dev.parley.war.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A resource finds the request of its thread, and never that of an earlier one. */
class SuspendedPostTest {
  private final HttpServletRequest request = fake(HttpServletRequest.class);
  private final HttpServletResponse response = fake(HttpServletResponse.class);

  private static <T> T fake(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            SuspendedPostTest.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            }));
  }

  @Test
  void current_isTheRequestThatIsPassedOn_untilThatReturns() throws Exception {
    AtomicReference<SuspendedPost> seen = new AtomicReference<>();
    SuspendedPost.passOn(request, response, (passed, answer) -> seen.set(SuspendedPost.current()));
    assertThat(seen.get().request()).isSameAs(request);
    assertThatIllegalStateException().isThrownBy(SuspendedPost::current);
  }

  @Test
  void current_isGoneAfterAFailure() {
    assertThatThrownBy(
            () ->
                SuspendedPost.passOn(
                    request,
                    response,
                    (passed, answer) -> {
                      throw new IOException("broken");
                    }))
        .isInstanceOfAny(IOException.class, ServletException.class);
    assertThatIllegalStateException().isThrownBy(SuspendedPost::current);
  }
}
