package dev.parley.engine.backend.redis;

import dev.parley.engine.logging.Masking;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Has a server that was started lately write its append-only file anew, before posts go to it.
 *
 * <p>A server that is killed while it writes may leave a part of a transaction at the end of the
 * file. Redis 6.2 and 7.0 cut such a file after the last whole command, not before the transaction
 * (seen with 6.2.11 and 7.0.15). What is left of it is carried out at the start after that,
 * together with the next transaction: a message that was never confirmed takes the place of one
 * that was. The file that is written anew is that of what the server has in memory, without such a
 * part.
 *
 * <p>Not for several threads.
 */
final class FileRewrite {
  private static final System.Logger LOG = System.getLogger(FileRewrite.class.getName());

  /** A server that runs for longer was asked before, or was not killed lately. */
  private static final long MAX_UPTIME_SECONDS = 60;

  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final Pattern IN_PROGRESS =
      Pattern.compile("aof_rewrite_(?:in_progress|scheduled):1");

  private String lastRun = "";

  /**
   * Returns when the file was written anew, or need not be. A large file takes longer than this
   * waits; until it is done, a server that is killed again may have the fault.
   */
  void afterStart(Connection line) {
    try {
      String server = info(line, "server");
      String run = value(server, "run_id").orElse("");
      boolean isNew = !run.equals(lastRun);
      lastRun = run;
      boolean isYoung =
          value(server, "uptime_in_seconds")
              .filter(seconds -> Long.parseLong(seconds) <= MAX_UPTIME_SECONDS)
              .isPresent();
      if (isNew && isYoung && info(line, "persistence").contains("aof_enabled:1")) {
        rewrite(line);
      }
    } catch (JedisDataException refused) {
      // a server of somebody else's may forbid these commands
      LOG.log(
          System.Logger.Level.DEBUG, "Redis does not write its file anew.", Masking.trace(refused));
    }
  }

  private static void rewrite(Connection line) {
    line.sendCommand(Command.BGREWRITEAOF);
    line.getOne();
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (IN_PROGRESS.matcher(info(line, "persistence")).find()) {
      if (System.nanoTime() - until > 0) {
        LOG.log(System.Logger.Level.INFO, "Redis still writes its file anew; posts go on.");
        return;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static String info(Connection line, String section) {
    line.sendCommand(Command.INFO, section);
    return line.getBulkReply();
  }

  private static Optional<String> value(String info, String name) {
    Matcher found = Pattern.compile("^" + name + ":([0-9a-f]+)", Pattern.MULTILINE).matcher(info);
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }
}
