//! One kind of connection over a single Redis and over a Cluster, with timeouts set on purpose.

use std::time::Duration;

use redis::{
    AsyncConnectionConfig, Client, Cmd, FromRedisValue, Pipeline, RedisFuture, RedisResult, Value,
    aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig, MultiplexedConnection, PubSub},
    cluster::{ClusterClient, ClusterClientBuilder},
    cluster_async::ClusterConnection,
};

/// How long a call may take before its outcome counts as unknown.
pub const RESPONSE_TIMEOUT: Duration = Duration::from_secs(1);

/// How long a blocking read of the stream blocks in Redis.
pub const BLOCK: Duration = Duration::from_secs(2);

/// Where Redis is.
#[derive(Clone)]
pub enum Address {
    /// One server.
    Single(Client),
    /// A Cluster, by some of its nodes.
    Cluster(Vec<Client>),
}

/// A connection that finds its server again by itself.
#[derive(Clone)]
pub enum Conn {
    /// To one server.
    Single(ConnectionManager),
    /// To a Cluster.
    Cluster(ClusterConnection),
    /// To one server, for reads that block; it does not reconnect.
    Blocking(MultiplexedConnection),
}

impl Address {
    /// Reads one URL, or several separated by commas for a Cluster.
    pub fn parse(urls: &str) -> RedisResult<Self> {
        let mut nodes = urls.split(',').map(|url| Client::open(url.trim())).collect::<RedisResult<Vec<_>>>()?;
        Ok(match nodes.len() {
            1 => Self::Single(nodes.remove(0)),
            _ => Self::Cluster(nodes),
        })
    }

    /// Whether this is a Cluster.
    pub const fn is_cluster(&self) -> bool {
        matches!(self, Self::Cluster(_))
    }

    fn cluster(nodes: &[Client], response: Duration) -> RedisResult<ClusterClient> {
        ClusterClientBuilder::new(nodes.iter().map(|node| node.get_connection_info().clone()))
            .connection_timeout(RESPONSE_TIMEOUT)
            .response_timeout(response)
            .retries(3)
            .build()
    }

    /// The connection for calls, shared by everybody.
    pub async fn connect(&self) -> RedisResult<Conn> {
        match self {
            Self::Single(client) => {
                let config = ConnectionManagerConfig::new()
                    .set_connection_timeout(Some(RESPONSE_TIMEOUT))
                    .set_response_timeout(Some(RESPONSE_TIMEOUT))
                    .set_number_of_retries(1)
                    .set_max_delay(Duration::from_millis(500));
                Ok(Conn::Single(client.get_connection_manager_with_config(config).await?))
            }
            Self::Cluster(nodes) => {
                Ok(Conn::Cluster(Self::cluster(nodes, RESPONSE_TIMEOUT)?.get_async_connection().await?))
            }
        }
    }

    /// A connection of one's own for reads that block up to [`BLOCK`].
    pub async fn connect_blocking(&self) -> RedisResult<Conn> {
        let patience = BLOCK + RESPONSE_TIMEOUT;
        match self {
            Self::Single(client) => {
                let config = AsyncConnectionConfig::new()
                    .set_connection_timeout(Some(RESPONSE_TIMEOUT))
                    .set_response_timeout(Some(patience));
                Ok(Conn::Blocking(client.get_multiplexed_async_connection_with_config(&config).await?))
            }
            Self::Cluster(nodes) => Ok(Conn::Cluster(Self::cluster(nodes, patience)?.get_async_connection().await?)),
        }
    }

    /// A subscription; in a Cluster every node hears what any node publishes.
    pub async fn subscribe(&self, channels: &[String]) -> RedisResult<PubSub> {
        let nodes = match self {
            Self::Single(client) => std::slice::from_ref(client),
            Self::Cluster(nodes) => nodes,
        };
        let mut last = None;
        for node in nodes {
            match node.get_async_pubsub().await {
                Ok(mut feed) => {
                    feed.subscribe(channels).await?;
                    return Ok(feed);
                }
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| (redis::ErrorKind::InvalidClientConfig, "no Redis node is named").into()))
    }
}

impl Conn {
    /// Sends one command and reads its answer.
    pub async fn ask<T: FromRedisValue>(&self, command: &Cmd) -> RedisResult<T> {
        command.query_async(&mut self.clone()).await
    }
}

impl ConnectionLike for Conn {
    fn req_packed_command<'a>(&'a mut self, cmd: &'a Cmd) -> RedisFuture<'a, Value> {
        match self {
            Self::Single(conn) => conn.req_packed_command(cmd),
            Self::Cluster(conn) => conn.req_packed_command(cmd),
            Self::Blocking(conn) => conn.req_packed_command(cmd),
        }
    }

    fn req_packed_commands<'a>(
        &'a mut self,
        pipeline: &'a Pipeline,
        offset: usize,
        count: usize,
    ) -> RedisFuture<'a, Vec<Value>> {
        match self {
            Self::Single(conn) => conn.req_packed_commands(pipeline, offset, count),
            Self::Cluster(conn) => conn.req_packed_commands(pipeline, offset, count),
            Self::Blocking(conn) => conn.req_packed_commands(pipeline, offset, count),
        }
    }

    fn get_db(&self) -> i64 {
        match self {
            Self::Single(conn) => conn.get_db(),
            Self::Cluster(conn) => conn.get_db(),
            Self::Blocking(conn) => conn.get_db(),
        }
    }
}
