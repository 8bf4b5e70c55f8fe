package dev.parley.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Reads the refusal off a call that has to be refused. */
public final class Refusals {
  private Refusals() {}

  /** The problem the call is refused with. */
  public static Problem refused(ThrowingCallable call) {
    ParleyException refusal = catchThrowableOfType(ParleyException.class, call);
    assertThat(refusal).as("a refusal").isNotNull();
    assertThat(refusal).hasMessage(refusal.problem().message()).hasNoCause();
    return refusal.problem();
  }

  /** The code the call is refused with. */
  public static ProblemCode refusedCode(ThrowingCallable call) {
    return refused(call).code();
  }

  /** The argument the call is refused for, as {@code invalid_argument}. */
  public static String refusedField(ThrowingCallable call) {
    Problem problem = refused(call);
    assertThat(problem.code()).isEqualTo(ProblemCode.INVALID_ARGUMENT);
    return ((InvalidArgument) problem).field();
  }
}
