//! A cable that can be pulled: a TCP proxy in front of a store.

use std::{net::SocketAddr, sync::Arc};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// Listens on a port of its own and passes everything on, while it is plugged in and nobody steps on it.
#[derive(Clone)]
pub struct Cable {
    port: u16,
    state: Arc<watch::Sender<State>>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Plugged,
    /// Bytes wait, connections stay.
    Held,
    Pulled,
}

impl Cable {
    pub async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(watch::Sender::new(State::Plugged));
        let watched = state.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut pulled = watched.subscribe();
                let (out, back) = (watched.subscribe(), watched.subscribe());
                tokio::spawn(async move {
                    if *pulled.borrow() == State::Pulled {
                        return;
                    }
                    let Ok(far) = TcpStream::connect(target).await else { return };
                    let (near_in, near_out) = near.into_split();
                    let (far_in, far_out) = far.into_split();
                    tokio::select! {
                        () = pass(near_in, far_out, out) => {}
                        () = pass(far_in, near_out, back) => {}
                        _ = pulled.wait_for(|state| *state == State::Pulled) => {}
                    }
                });
            }
        });
        Self { port, state }
    }

    /// The same URL, through the cable.
    pub fn through(&self, url: &str) -> String {
        let (before, address, after) = split(url);
        assert_eq!(address.ip().to_string(), "127.0.0.1");
        format!("{before}127.0.0.1:{}{after}", self.port)
    }

    /// Cuts every connection and refuses new ones.
    pub fn pull(&self) {
        self.state.send_replace(State::Pulled);
    }

    /// Keeps what is sent from now on, in both directions, until it is plugged in again.
    pub fn hold(&self) {
        self.state.send_replace(State::Held);
    }

    pub fn plug_in(&self) {
        self.state.send_replace(State::Plugged);
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut state: watch::Receiver<State>) {
    let mut bytes = vec![0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        if state.wait_for(|state| *state != State::Held).await.is_err() || to.write_all(&bytes[..count]).await.is_err()
        {
            return;
        }
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
