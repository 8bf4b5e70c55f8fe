package dev.parley.engine.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** The statements that go to a database: each is one round trip, however many rows it names. */
public final class RecordedStatements {
  private record Sent(Thread by, String sql) {}

  private final ConcurrentLinkedQueue<Sent> sent = new ConcurrentLinkedQueue<>();
  private volatile Consumer<String> before = sql -> {};

  /** {@code source}, whose statements are recorded here. */
  public DataSource of(DataSource source) {
    return proxy(DataSource.class, source, "");
  }

  /** Runs {@code check} before each statement, on the thread that sends it. */
  public void before(Consumer<String> check) {
    before = check;
  }

  /** Drops what was recorded so far. */
  public void clear() {
    sent.clear();
  }

  /** The statements {@code threads} sent, in this order. */
  public List<String> by(Collection<Thread> threads) {
    return sent.stream().filter(one -> threads.contains(one.by())).map(Sent::sql).toList();
  }

  private <T> T proxy(Class<T> type, Object target, String sql) {
    return type.cast(
        Proxy.newProxyInstance(
            RecordedStatements.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              String text =
                  arguments != null && arguments.length > 0 && arguments[0] instanceof String given
                      ? given
                      : sql;
              if (method.getName().startsWith("execute")) {
                before.accept(text);
                sent.add(new Sent(Thread.currentThread(), text));
              }
              try {
                Object answer = method.invoke(target, arguments);
                return isWatched(method.getReturnType())
                    ? proxy(method.getReturnType(), answer, text)
                    : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static boolean isWatched(Class<?> type) {
    return type == Connection.class || Statement.class.isAssignableFrom(type);
  }
}
