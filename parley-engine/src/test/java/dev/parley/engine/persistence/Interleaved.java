package dev.parley.engine.persistence;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database on which somebody else does something between two statements. */
final class Interleaved {
  private final AtomicInteger statements = new AtomicInteger();
  private final int before;
  private final Runnable other;

  private Interleaved(int before, Runnable other) {
    this.before = before;
    this.other = other;
  }

  /** {@code source}, where {@code other} runs before the statement {@code before}, from 1. */
  static DataSource of(DataSource source, int before, Runnable other) {
    return new Interleaved(before, other).proxy(DataSource.class, source);
  }

  private <T> T proxy(Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            Interleaved.class.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              if (method.getName().startsWith("execute")
                  && statements.incrementAndGet() == before) {
                other.run();
              }
              try {
                Object answer = method.invoke(target, arguments);
                return isWatched(method.getReturnType())
                    ? proxy(method.getReturnType(), answer)
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
