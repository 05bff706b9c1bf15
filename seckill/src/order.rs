//! The life of an order.

use serde::{Deserialize, Serialize};

use crate::{ActivityId, Fen, ItemId, Millis, OrderId};

/// `pending_payment → paid → shipped / picked_up → completed`; or cancelled, expired, `refund_needed → refunded`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderState {
    /// Written; to be paid before its deadline.
    PendingPayment,
    /// Money has arrived.
    Paid,
    /// Handed to a carrier.
    Shipped,
    /// Handed to the shopper.
    PickedUp,
    /// Received, nothing left to do.
    Completed,
    /// Taken back by the shopper before paying.
    Cancelled,
    /// Not paid in time.
    Expired,
    /// Money arrived that can no longer buy the units.
    RefundNeeded,
    /// The money went back.
    Refunded,
}

/// What can happen to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OrderEvent {
    /// Money arrived; `units_free` says whether units returned earlier can be taken again.
    MoneyArrived {
        /// Whether stock and limit allow the units to be sold again.
        units_free: bool,
    },
    /// The shopper does not want it any more.
    Cancel,
    /// The deadline passed.
    Expire,
    /// A carrier has it.
    Ship,
    /// The shopper fetched it.
    PickUp,
    /// The shopper confirmed, or enough time went by.
    Complete,
    /// The merchant returns the money.
    RequestRefund,
    /// The provider returned the money.
    RefundDone,
}

/// This cannot happen to an order in this state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an order that is {state:?} does not take {event:?}")]
pub struct InvalidTransition {
    /// The state the order is in.
    pub state: OrderState,
    /// What was to happen.
    pub event: OrderEvent,
}

impl OrderState {
    /// All states.
    pub const ALL: [Self; 9] = [
        Self::PendingPayment,
        Self::Paid,
        Self::Shipped,
        Self::PickedUp,
        Self::Completed,
        Self::Cancelled,
        Self::Expired,
        Self::RefundNeeded,
        Self::Refunded,
    ];

    /// The word in the store and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::PendingPayment => "pending_payment",
            Self::Paid => "paid",
            Self::Shipped => "shipped",
            Self::PickedUp => "picked_up",
            Self::Completed => "completed",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::RefundNeeded => "refund_needed",
            Self::Refunded => "refunded",
        }
    }

    /// Reads [`OrderState::as_str`] back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }

    /// Whether the units of such an order count as sold.
    pub const fn holds_units(self) -> bool {
        matches!(self, Self::PendingPayment | Self::Paid | Self::Shipped | Self::PickedUp | Self::Completed)
    }

    /// The state after `event`.
    pub const fn after(self, event: OrderEvent) -> Result<Self, InvalidTransition> {
        use OrderEvent as E;
        match (self, event) {
            (Self::PendingPayment, E::MoneyArrived { .. }) => Ok(Self::Paid),
            (Self::PendingPayment, E::Cancel) => Ok(Self::Cancelled),
            (Self::PendingPayment, E::Expire) => Ok(Self::Expired),
            (Self::Cancelled | Self::Expired, E::MoneyArrived { units_free: true }) => Ok(Self::Paid),
            (Self::Cancelled | Self::Expired, E::MoneyArrived { units_free: false }) => Ok(Self::RefundNeeded),
            (Self::Paid, E::Ship) => Ok(Self::Shipped),
            (Self::Paid, E::PickUp) => Ok(Self::PickedUp),
            (Self::Shipped | Self::PickedUp, E::Complete) => Ok(Self::Completed),
            (Self::Paid | Self::Shipped | Self::PickedUp | Self::Completed, E::RequestRefund) => Ok(Self::RefundNeeded),
            (Self::RefundNeeded, E::RefundDone) => Ok(Self::Refunded),
            (state, event) => Err(InvalidTransition { state, event }),
        }
    }
}

/// An order as its shopper sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Order {
    /// Which order.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub id: OrderId,
    /// The sale.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub activity_id: ActivityId,
    /// Its name.
    pub activity_title: String,
    /// The zone of its times.
    pub time_zone: String,
    /// The item in it.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub item_id: ItemId,
    /// The product.
    pub product_title: String,
    /// The variant.
    pub sku_name: String,
    /// Units.
    pub quantity: i64,
    /// Fen.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub unit_price_fen: Fen,
    /// Fen.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub total_fen: Fen,
    /// Where it stands.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub state: OrderState,
    /// The shopper's words to the merchant.
    pub message: String,
    /// When the gate admitted it, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub created_at_ms: Millis,
    /// When it must be paid, milliseconds since the epoch.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub pay_before_ms: Millis,
}

/// An order as its merchant sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MerchantOrder {
    /// What its shopper sees.
    #[serde(flatten)]
    pub order: Order,
    /// What its shopper signs in with.
    pub shopper: String,
    /// The merchant's code of the variant.
    pub sku_code: String,
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;

    fn events() -> impl Strategy<Value = OrderEvent> {
        select(vec![
            OrderEvent::MoneyArrived { units_free: true },
            OrderEvent::MoneyArrived { units_free: false },
            OrderEvent::Cancel,
            OrderEvent::Expire,
            OrderEvent::Ship,
            OrderEvent::PickUp,
            OrderEvent::Complete,
            OrderEvent::RequestRefund,
            OrderEvent::RefundDone,
        ])
    }

    proptest! {
        /// Whatever happens in whatever order, nothing is shipped that was not paid, and no end is left again.
        #[test]
        fn every_history_is_honest(history in vec(events(), 0..40)) {
            let mut state = OrderState::PendingPayment;
            let mut paid = false;
            for event in history {
                let Ok(next) = state.after(event) else { continue };
                prop_assert_ne!(state, OrderState::Refunded, "a refunded order is the end");
                if matches!(event, OrderEvent::MoneyArrived { .. }) {
                    prop_assert!(!state.after(event).unwrap().eq(&OrderState::PendingPayment));
                    paid = true;
                }
                if matches!(next, OrderState::Shipped | OrderState::PickedUp | OrderState::Completed | OrderState::RefundNeeded) {
                    prop_assert!(paid, "{next:?} without money");
                }
                if !state.holds_units() && next.holds_units() {
                    prop_assert_eq!(event, OrderEvent::MoneyArrived { units_free: true });
                }
                state = next;
            }
        }
    }

    #[test]
    fn every_state_reads_back() {
        for state in OrderState::ALL {
            assert_eq!(OrderState::parse(state.as_str()), Some(state));
        }
    }
}
