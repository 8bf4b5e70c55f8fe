package dev.parley.war.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RefusalPageTest {
  @Test
  void hostileText_isText() {
    String page =
        RefusalPage.page(
            "</p><script>alert('1')</script>&amp;\"%s", "https://a.example/\"onclick=\"x");
    assertThat(page)
        .contains("&lt;/p&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;&quot;%s")
        .contains("href=\"https://a.example/&quot;onclick=&quot;x\"")
        .doesNotContain("<script");
  }
}
