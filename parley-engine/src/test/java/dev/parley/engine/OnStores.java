package dev.parley.engine;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.AnnotationBasedArgumentsProvider;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * Runs a class on each of its stores, every one unless it names them. {@link Store#isTested} says
 * which of them a build runs.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedClass(name = "{0}")
@ArgumentsSource(OnStores.Values.class)
@ExtendWith(OnStores.Failures.class)
public @interface OnStores {
  /** The stores, in the order of their turns. */
  Store[] value() default {};

  /** The stores as arguments. */
  final class Values extends AnnotationBasedArgumentsProvider<OnStores> {
    @Override
    protected Stream<Arguments> provideArguments(
        ParameterDeclarations parameters, ExtensionContext context, OnStores annotation) {
      Store[] named = annotation.value();
      return Stream.of(named.length == 0 ? Store.values() : named)
          .filter(Store::isTested)
          .map(Arguments::of);
    }
  }

  /** Prints the store of a test that failed: the reports of Maven have its number only. */
  final class Failures implements TestWatcher {
    @Override
    public void testFailed(ExtensionContext test, Throwable cause) {
      System.out.println("failed: " + path(test));
    }

    private static String path(ExtensionContext context) {
      return context
          .getParent()
          .filter(parent -> parent != context.getRoot())
          .map(parent -> path(parent) + " > " + context.getDisplayName())
          .orElseGet(context::getDisplayName);
    }
  }
}
