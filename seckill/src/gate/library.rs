//! The function library as text, under a name that carries its version: the digest of that text.

use redis::{
    Cmd, RedisError, RedisResult,
    cluster_routing::{MultipleNodeRoutingInfo, ResponsePolicy, RoutingInfo},
};

use super::Conn;

const SHARED: &str = include_str!("lua/lib.lua");
const FUNCTIONS: [&str; 8] = [
    include_str!("lua/admit.lua"),
    include_str!("lua/confirm.lua"),
    include_str!("lua/fence.lua"),
    include_str!("lua/release.lua"),
    include_str!("lua/install.lua"),
    include_str!("lua/peek.lua"),
    include_str!("lua/look.lua"),
    include_str!("lua/holders.lua"),
];

/// The clock that decides, as it is shipped.
const NOW: &str = "local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end";

/// A function library. Two releases with different texts have different names and run side by side.
#[derive(Debug, Clone)]
pub struct Library {
    name: String,
    text: String,
}

impl Library {
    /// The library of this release.
    pub fn shipped() -> Self {
        Self::of(SHARED)
    }

    /// The same functions with a clock that stands at `ms`, for tests.
    pub fn at(ms: i64) -> Self {
        Self::of(&SHARED.replace(NOW, &format!("local function now() return {ms} end")))
    }

    fn of(shared: &str) -> Self {
        let body = [&[shared], FUNCTIONS.as_slice()].concat().join("\n");
        let digest = blake3::hash(body.as_bytes()).to_hex();
        let name = format!("sluice_{}", &digest[..12]);
        let text = format!("#!lua name={name}\n{}", body.replace("NAME_", &format!("{name}_")));
        Self { name, text }
    }

    pub(super) fn digest(&self) -> &str {
        self.name.trim_start_matches("sluice_")
    }

    /// The full name of a function: the library's, then the operation's.
    pub(super) fn function(&self, operation: &str) -> String {
        format!("{}_{operation}", self.name)
    }

    /// Loads the library on every primary; one that is there already is the same text.
    pub(super) async fn load(&self, conn: &Conn) -> RedisResult<()> {
        let mut command = redis::cmd("FUNCTION");
        command.arg("LOAD").arg("REPLACE").arg(&self.text);
        on_every_primary(conn, &command).await
    }

    /// Whether an answer says that the library is not there.
    pub(super) fn is_missing(error: &RedisError) -> bool {
        error.to_string().contains("Function not found")
    }
}

async fn on_every_primary(conn: &Conn, command: &Cmd) -> RedisResult<()> {
    match conn {
        Conn::Cluster(cluster) => {
            let primaries =
                RoutingInfo::MultiNode((MultipleNodeRoutingInfo::AllMasters, Some(ResponsePolicy::AllSucceeded)));
            cluster.clone().route_command(command.clone(), primaries).await.map(drop)
        }
        Conn::Single(_) | Conn::Blocking(_) => conn.ask::<redis::Value>(command).await.map(drop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_clock_is_redis_time() {
        assert_eq!(SHARED.matches(NOW).count(), 1, "lib.lua has exactly this clock");
        let text = Library::shipped().text;
        assert!(text.contains(NOW));
        assert_eq!(text.matches("'TIME'").count(), 1, "nobody else asks for the time");
        assert_ne!(Library::at(7).name, Library::shipped().name, "a test's clock never replaces the shipped one");
    }

    #[test]
    fn every_function_has_a_header_and_is_short() {
        for file in FUNCTIONS {
            for word in ["-- KEYS", "-- ARGV", "-- Returns"] {
                assert!(file.contains(word), "{word} is missing in a header:\n{file}");
            }
            let longest = file.split("\nlocal function ").skip(1).map(|body| body.lines().count()).max();
            assert!(longest.is_some_and(|lines| lines <= 60), "a function is too long:\n{file}");
        }
    }
}
