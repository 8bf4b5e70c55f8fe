package dev.parley.problem;

import java.util.Map;

/**
 * The caller used an idempotency key again for other content.
 *
 * @param key the key
 * @param what the kind of thing created under it, in the singular
 * @param id the id of that thing
 */
public record KeyReused(String key, String what, String id) implements Problem {
  @Override
  public ProblemCode code() {
    return ProblemCode.KEY_REUSED;
  }

  @Override
  public String message() {
    return "You used this idempotency key for the "
        + what
        + " '"
        + id
        + "' with other content; nothing was changed. Use another key for something new.";
  }

  @Override
  public Map<String, Object> details() {
    return Map.of("idempotencyKey", key, "what", what, "id", id);
  }
}
