package dev.parley.war.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.options.ColorScheme;

/** How a window looks at the page. */
enum Look {
  LIGHT(1440, 900, ColorScheme.LIGHT),
  DARK(1440, 900, ColorScheme.DARK),
  PHONE(375, 812, ColorScheme.LIGHT),
  PHONE_DARK(375, 812, ColorScheme.DARK);

  private final int width;
  private final int height;
  private final ColorScheme scheme;

  Look(int width, int height, ColorScheme scheme) {
    this.width = width;
    this.height = height;
    this.scheme = scheme;
  }

  BrowserContext in(Chromium chromium) {
    return chromium.window(width, height, scheme);
  }
}
