package dev.parley;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The same work by many threads that start together: a race on purpose. */
public final class AtOnce {
  private static final long BOUND_SECONDS = 60;

  private AtOnce() {}

  /** What each of them does. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the share of thread {@code index}, from 0. */
    T of(int index) throws Exception;
  }

  /** The answers, by index; the first failure is thrown. */
  public static <T> List<T> run(int threads, Work<T> work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Callable<T>> shares = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int index = i;
        shares.add(
            () -> {
              start.await(BOUND_SECONDS, TimeUnit.SECONDS);
              return work.of(index);
            });
      }
      List<T> answers = new ArrayList<>();
      for (Future<T> share : pool.invokeAll(shares, BOUND_SECONDS, TimeUnit.SECONDS)) {
        answers.add(share.get());
      }
      return answers;
    } catch (ExecutionException e) {
      throw new AssertionError("one of " + threads + " failed: " + e.getCause(), e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
