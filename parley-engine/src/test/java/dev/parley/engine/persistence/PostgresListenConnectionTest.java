package dev.parley.engine.persistence;

import static dev.parley.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.parley.engine.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class PostgresListenConnectionTest {
  private final Queue<String> calls = new ConcurrentLinkedQueue<>();

  /** The pool of WildFly warns where the thread that gives a connection back finds it in use. */
  @Test
  void close_callsTheConnectionOfThePoolOnTheListeningThreadAlone() {
    try (HikariDataSource pool = Store.POSTGRESQL.newDatabase()) {
      AtomicInteger listening = new AtomicInteger();
      PostgresListenConnection connection =
          new PostgresListenConnection(
              recorded(DataSource.class, pool), "test", word -> {}, listening::incrementAndGet);
      connection.start();
      eventually("it listens", () -> calls.contains("unwrap on parley-listening"));
      assertThat(listening).hasValue(1);
      connection.close();
      eventually("it gave the connection back", () -> calls.contains("close on parley-listening"));
      assertThat(calls)
          .filteredOn(call -> call.startsWith("abort"))
          .containsExactly("abort on parley-listening");
    }
  }

  /** The same, whose connections are recorded. */
  private <T> T recorded(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              calls.add(method.getName() + " on " + Thread.currentThread().getName());
              try {
                Object answer = method.invoke(target, arguments);
                return answer instanceof Connection connection && type == DataSource.class
                    ? recorded(Connection.class, connection)
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
