//! Who is asking.

use serde::Serialize;

use crate::{MerchantId, Millis, ShopperId, StaffId};

/// A signed-in shopper, as proven by an access token. Checked without asking any store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    /// Who.
    pub shopper: ShopperId,
}

/// A signed-in person of a merchant, as proven by an access token. Checked without asking any store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staff {
    /// Who.
    pub id: StaffId,
    /// Whose.
    pub merchant: MerchantId,
    /// What they may do.
    pub role: Role,
}

/// What a person of a merchant may do; each role may do what the ones before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Look.
    Viewer,
    /// Set up and run sales.
    Editor,
    /// Everything, people included.
    Owner,
}

impl Role {
    const ALL: [Self; 3] = [Self::Viewer, Self::Editor, Self::Owner];

    /// The word in the store and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Editor => "editor",
            Self::Owner => "owner",
        }
    }

    /// Reads [`Role::as_str`] back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    pub(crate) const fn rank(self) -> u8 {
        self as u8
    }

    pub(crate) fn of_rank(rank: u8) -> Option<Self> {
        Self::ALL.get(usize::from(rank)).copied()
    }
}

/// A shopper, to themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Person {
    /// Who.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: ShopperId,
    /// What they sign in with.
    pub login: String,
}

/// A person of a merchant, to themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Colleague {
    /// What they sign in with.
    pub login: String,
    /// The merchant's name.
    pub merchant: String,
}

/// A shopper who just signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// For `Authorization: Bearer`.
    pub access_token: String,
    /// When it ends.
    pub expires_at: Millis,
    /// For one refresh; then it is replaced.
    pub refresh_token: String,
    /// Who.
    pub shopper: Person,
}

/// A person of a merchant who just signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaffSignedIn {
    /// For `Authorization: Bearer`.
    pub access_token: String,
    /// When it ends.
    pub expires_at: Millis,
    /// Who.
    pub staff: Staff,
}
