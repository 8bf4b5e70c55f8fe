package dev.parley.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebDescriptorTest {
  @TempDir Path folder;

  @Test
  void ownDescriptor_isReadWhole() throws IOException {
    WebDescriptor own = WebDescriptor.read(Path.of("src/main/webapp/WEB-INF/web.xml"));

    assertThat(own.listeners()).containsExactly("dev.parley.war.ParleyContextListener");
    assertThat(own.filters())
        .extracting(WebDescriptor.Filter::name)
        .startsWith("access", "login", "body")
        .containsAll(own.mappings().stream().map(WebDescriptor.Mapping::filter).toList());
    assertThat(own.filters()).filteredOn(filter -> !filter.isAsync()).isEmpty();
  }

  @Test
  void filters_andTheirMappings_keepTheirOrder() throws IOException {
    WebDescriptor read =
        read(
            """
            <display-name>x</display-name>
            <filter><filter-name>a</filter-name><filter-class> x.A </filter-class></filter>
            <filter>
              <filter-name>b</filter-name>
              <filter-class>x.B</filter-class>
              <async-supported>true</async-supported>
            </filter>
            <!-- a comment -->
            <filter-mapping>
              <filter-name>b</filter-name>
              <url-pattern>/one</url-pattern>
              <url-pattern>/two/*</url-pattern>
              <dispatcher>REQUEST</dispatcher>
              <dispatcher>ASYNC</dispatcher>
            </filter-mapping>
            <filter-mapping>
              <filter-name>a</filter-name><url-pattern>/*</url-pattern>
            </filter-mapping>
            """);

    assertThat(read.filters())
        .containsExactly(
            new WebDescriptor.Filter("a", "x.A", false),
            new WebDescriptor.Filter("b", "x.B", true));
    assertThat(read.mappings())
        .containsExactly(
            new WebDescriptor.Mapping("b", List.of("/one", "/two/*"), List.of("REQUEST", "ASYNC")),
            new WebDescriptor.Mapping("a", List.of("/*"), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <servlet/>                                             | not known here: servlet
          <filter><filter-name>a</filter-name></filter>          | has 0 filter-class where it needs one
          <filter-mapping><url-pattern>/</url-pattern></filter-mapping> | has 0 filter-name
          <filter><filter-name>a</filter-name><filter-name>b</filter-name></filter> | has 2 filter-name
          <filter><filter-name><b/></filter-name></filter>       | web.xml
          <filter>                                               | web.xml
          &other;                                                | web.xml
          """)
  void descriptorThatIsNotUnderstood_isRefused(String content, String message) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(message);
  }

  private WebDescriptor read(String content) throws IOException {
    Path file = folder.resolve("web.xml");
    Files.writeString(
        file, "<web-app xmlns=\"https://jakarta.ee/xml/ns/jakartaee\">" + content + "</web-app>");
    return WebDescriptor.read(file);
  }
}
