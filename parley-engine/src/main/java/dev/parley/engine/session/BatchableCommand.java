package dev.parley.engine.session;

import dev.parley.engine.persistence.SqlStatement;
import java.util.List;

/**
 * A change of a session whose statements go to the database in one round trip with those of all
 * batchable commands of the commit. It is carried out after the commit's plain commands, in two
 * steps: {@link #statements}, then {@link #finish}.
 *
 * <p>Like every {@link SessionCommand} it may be carried out more than once, affects nothing but
 * rows, and refuses before it changes any.
 *
 * @param <B> the part that the commands of its kind share in one commit
 * @param <T> the result
 */
public interface BatchableCommand<B, T> {

  /** Returns the type of the shared part; commands with the same one share it. */
  Class<B> batchType();

  /** Makes the shared part; called for the first command of its kind in a commit. */
  B newBatch(SessionTransaction session);

  /** Returns the statements it needs. May read rows, and changes none. */
  List<SqlStatement> statements(B batch);

  /**
   * Returns the result, after the statements of all commands.
   *
   * @param rows the number of rows that each of its statements changed
   */
  T finish(B batch, int[] rows);
}
