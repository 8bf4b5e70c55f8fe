package dev.parley.war;

import static dev.parley.war.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.problem.ParleyException;
import dev.parley.war.mcp.Deployment;
import dev.parley.war.testing.BoundNames;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A deployment as an application server starts and ends it. */
@Timeout(30)
class ParleyContextListenerTest {
  private List<Driver> drivers = List.of();

  @BeforeEach
  void noteDrivers() {
    drivers = DriverManager.drivers().toList();
  }

  /** The listener withdraws the drivers of its class loader, which is also that of other tests. */
  @AfterEach
  void registerDrivers() throws SQLException {
    for (Driver driver : drivers) {
      DriverManager.registerDriver(driver);
    }
  }

  @Test
  void open_ofAFolderThatIsAFile_succeedsOnceItIsGone(@TempDir Path folder) throws Exception {
    Path data = Files.writeString(folder.resolve("data"), "a file, not a folder");
    ServletContextHandler deployed = new ServletContextHandler("/");
    deployed.setInitParameter("parley.bound-to-loopback", "true");
    deployed.setInitParameter("parley.data", data.toString());
    ServletContext context = deployed.getServletContext();
    ParleyContextListener listener = new ParleyContextListener();
    listener.contextInitialized(new ServletContextEvent(context));
    Deployment deployment = Deployment.of(context);
    assertThatThrownBy(deployment::parley).isInstanceOf(ParleyException.class);
    assertThat(deployment.opened()).isEmpty();
    Files.delete(data);
    eventually("it is open", () -> deployment.opened().isPresent());
    assertThat(deployment.parley().health().storageReachable()).isTrue();
    listener.contextDestroyed(new ServletContextEvent(context));
  }

  @Test
  void open_overADataSourceOfTheServer_succeedsOnceItsNameIsBound() {
    String name = "java:jboss/datasources/ParleyDS";
    ServletContextHandler deployed = new ServletContextHandler("/");
    deployed.setInitParameter("parley.bound-to-loopback", "true");
    deployed.setInitParameter("parley.db", name);
    ServletContext context = deployed.getServletContext();
    ParleyContextListener listener = new ParleyContextListener();
    Object source =
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) ->
                DriverManager.getConnection("jdbc:h2:mem:container;DB_CLOSE_DELAY=-1"));
    try (BoundNames names = BoundNames.none()) {
      listener.contextInitialized(new ServletContextEvent(context));
      Deployment deployment = Deployment.of(context);
      assertThatThrownBy(deployment::parley).isInstanceOf(ParleyException.class);
      names.bind(name, source);
      eventually("it is open", () -> deployment.opened().isPresent());
      assertThat(deployment.parley().health().storageReachable()).isTrue();
      listener.contextDestroyed(new ServletContextEvent(context));
    }
  }

  /** Payara closes the jars of a deployment at its end, while another thread loads classes. */
  @Test
  void deployment_thatEnds_isOpen(@TempDir Path folder) {
    ServletContextHandler deployed = new ServletContextHandler("/");
    deployed.setInitParameter("parley.bound-to-loopback", "true");
    deployed.setInitParameter("parley.data", folder.toString());
    ServletContext context = deployed.getServletContext();
    ParleyContextListener listener = new ParleyContextListener();
    listener.contextInitialized(new ServletContextEvent(context));
    assertThat(Deployment.of(context).opened()).isPresent();
    listener.contextDestroyed(new ServletContextEvent(context));
  }
}
