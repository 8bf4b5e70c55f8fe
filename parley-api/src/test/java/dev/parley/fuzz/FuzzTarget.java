package dev.parley.fuzz;

import java.lang.reflect.Constructor;

/** The class that Jazzer calls: it passes each input to the contract whose name is its argument. */
public final class FuzzTarget {
  private static FuzzContract contract;

  private FuzzTarget() {}

  /** Called by Jazzer once. */
  public static void fuzzerInitialize(String[] arguments) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(arguments[0]).getDeclaredConstructor();
    constructor.setAccessible(true);
    contract = (FuzzContract) constructor.newInstance();
  }

  /** Called by Jazzer with each input. */
  public static void fuzzerTestOneInput(byte[] input) throws Exception {
    contract.checkInTime(input);
  }
}
