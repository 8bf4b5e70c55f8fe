package dev.parley.war.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;

/** The conditions by which elements are looked for, and waited for. */
final class Locators {
  private Locators() {}

  /** An element of this whole name. */
  static Locator.GetByRoleOptions named(String name) {
    return new Locator.GetByRoleOptions().setName(name).setExact(true);
  }

  /** An element that has these words in it. */
  static Locator.LocatorOptions withText(String words) {
    return new Locator.LocatorOptions().setHasText(words);
  }

  /** The element is gone. */
  static Locator.WaitForOptions detached() {
    return new Locator.WaitForOptions().setState(WaitForSelectorState.DETACHED);
  }
}
