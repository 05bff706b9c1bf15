//! A cable that can be pulled: a TCP proxy in front of a store.

use std::{net::SocketAddr, sync::Arc};

use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// Listens on a port of its own and passes everything on, while it is plugged in.
#[derive(Clone)]
pub struct Cable {
    port: u16,
    plugged: Arc<watch::Sender<bool>>,
}

impl Cable {
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let plugged = Arc::new(watch::Sender::new(true));
        let state = plugged.clone();
        tokio::spawn(async move {
            while let Ok((mut near, _)) = listener.accept().await {
                let mut pulled = state.subscribe();
                tokio::spawn(async move {
                    if !*pulled.borrow() {
                        return;
                    }
                    let Ok(mut far) = TcpStream::connect(target).await else { return };
                    tokio::select! {
                        _ = copy_bidirectional(&mut near, &mut far) => {}
                        _ = pulled.wait_for(|plugged| !plugged) => {}
                    }
                });
            }
        });
        Self { port, plugged }
    }

    /// The same URL, through the cable.
    pub fn through(&self, url: &str) -> String {
        let (before, address, after) = split(url);
        assert_eq!(address.ip().to_string(), "127.0.0.1");
        format!("{before}127.0.0.1:{}{after}", self.port)
    }

    /// Cuts every connection and refuses new ones.
    pub fn pull(&self) {
        self.plugged.send_replace(false);
    }

    pub fn plug_in(&self) {
        self.plugged.send_replace(true);
    }
}

/// The address in a URL.
pub fn address(url: &str) -> SocketAddr {
    split(url).1
}

fn split(url: &str) -> (String, SocketAddr, String) {
    let start = url.rfind('@').map_or_else(|| url.find("//").unwrap() + 2, |at| at + 1);
    let end = url[start..].find('/').map_or(url.len(), |slash| start + slash);
    (url[..start].to_owned(), url[start..end].parse().unwrap(), url[end..].to_owned())
}
