//! What people read when something goes wrong, in both languages side by side.

use app::Lang;
use seckill::FieldCode;

use super::{code::Code, problem::Parts};

/// The sentence for a problem.
pub(super) fn problem(parts: &Parts, language: Lang) -> String {
    let (zh, en) = match parts.code {
        Code::Malformed => ("请求的格式不对，服务器读不懂。", "The request cannot be read; check its format."),
        Code::Unauthenticated => ("请先登录。", "Please sign in first."),
        Code::BadCredentials => ("账号或密码不对。", "Login or password is wrong."),
        Code::Forbidden => ("您的角色不能做这件事。", "Your role does not allow this."),
        Code::TokenInvalid => (
            "这次购买的凭证不对，请回到活动页再点一次购买。",
            "This purchase token is not valid here. Go back to the sale and press Buy again.",
        ),
        Code::TokenExpired => ("等得太久了，请再点一次购买。", "The purchase token has expired. Press Buy again."),
        Code::NotFound => ("没有找到。", "There is nothing here."),
        Code::MethodNotAllowed => ("这个地址不接受这种请求。", "This address does not take requests of this kind."),
        Code::TimedOut => ("请求太久没有发完，请重试。", "The request took too long to arrive. Please try again."),
        Code::LoginTaken => ("这个账号已经有人用了。", "This login is already in use."),
        Code::VersionConflict => (
            "活动刚被别人改过，请刷新后再改。",
            "Someone else has changed this sale. Load it again and repeat your change.",
        ),
        Code::WrongState => ("活动现在的状态不能这样操作。", "The sale is not in a state that allows this."),
        Code::AlreadyStarted => ("活动已经开始，规则不能再改了。", "The sale has started; its rules stand."),
        Code::NotStarted => ("活动还没开始。", "The sale has not started yet."),
        Code::Ended => ("活动已经结束。", "The sale is over."),
        Code::Paused => ("活动暂停了，请稍后再来。", "The sale is paused. Please come back later."),
        Code::SoldOut => ("已经抢光了。", "Sold out."),
        Code::NotEnough => return not_enough(parts.left.unwrap_or(0), language),
        Code::LimitReached => return limit_reached(parts.limit.unwrap_or(0), language),
        Code::Changed => {
            ("活动刚有调整，请刷新页面再买。", "The sale has just been changed. Reload the page and try again.")
        }
        Code::TooLarge => ("内容太大了。", "The request is too large."),
        Code::UnsupportedMediaType if !parts.fields.is_empty() => (
            "请用表单上传（Content-Type: multipart/form-data），文件放在 file 里。",
            "Please send a form (Content-Type: multipart/form-data) with the file in `file`.",
        ),
        Code::UnsupportedMediaType => {
            ("请用 JSON 发送（Content-Type: application/json）。", "Please send JSON (Content-Type: application/json).")
        }
        Code::Invalid => ("有些内容填得不对，请改一下。", "Some of this cannot be accepted; please correct it."),
        Code::KeyReused => {
            ("这个 Idempotency-Key 已经用于另一个数量。", "This Idempotency-Key was used for a different quantity.")
        }
        Code::TooBusy => ("人太多了，请稍后再试。", "Very many people are trying. Please try again in a moment."),
        Code::RateLimited => ("您点得太快了，请歇一下再试。", "You are asking too often. Please wait a moment."),
        Code::Internal => {
            ("我们这边出了问题，请稍后再试。", "Something went wrong on our side. Please try again later.")
        }
        Code::NotReady => ("活动正在准备，请稍后再试。", "The sale is being prepared. Please try again in a moment."),
        Code::Unavailable if parts.ticket.is_some() => {
            ("结果还没确定，请凭这张凭证查询。", "The outcome is not known yet. This ticket will tell.")
        }
        Code::Unavailable => {
            ("暂时无法处理，请稍后再试。", "This cannot be done right now. Please try again in a moment.")
        }
    };
    pick(zh, en, language).to_owned()
}

fn not_enough(left: i64, language: Lang) -> String {
    match language {
        Lang::Zh => format!("库存不够，只剩 {left} 件。"),
        Lang::En => format!("There are not enough left: {left}."),
    }
}

fn limit_reached(limit: i64, language: Lang) -> String {
    match language {
        Lang::Zh => format!("每人限购 {limit} 件，您不能再买了。"),
        Lang::En => format!("The limit is {limit} for each shopper, and this would go beyond it."),
    }
}

/// The sentence for what is wrong with the field at this path.
pub(super) fn field(at: &str, code: FieldCode, language: Lang) -> &'static str {
    let name = at.rsplit('.').next().unwrap_or_default();
    let (zh, en) = match code {
        FieldCode::OutOfRange => match name {
            "stock" => ("要在 1 到 10,000,000 之间。", "This must be between 1 and 10,000,000."),
            "per_shopper_limit" | "max_per_order" | "gate_multiplier" | "quantity" => {
                ("要在 1 到 1,000 之间。", "This must be between 1 and 1,000.")
            }
            "sale_price_fen" | "list_price_fen" => (
                "要高于零，单价和一笔订单的总额都不超过一亿元。",
                "This must be above zero, and no order above ¥100,000,000.",
            ),
            "pay_within_s" => ("要在 1 分钟到 24 小时之间。", "This must be between 1 minute and 24 hours."),
            _ => ("超出了允许的范围。", "This is outside the allowed range."),
        },
        FieldCode::Required => ("必须填写。", "Required."),
        FieldCode::Empty => ("至少要有一项。", "At least one is needed."),
        FieldCode::TooManyEntries => ("太多了，请减少一些。", "There are too many; please take some away."),
        FieldCode::Malformed => ("格式不对。", "This does not have the right form."),
        FieldCode::TooLong => ("太长了。", "This is too long."),
        FieldCode::TooShort => ("太短了。", "This is too short."),
        FieldCode::NotBelowListPrice => ("活动价要低于原价。", "The sale price must be below the list price."),
        FieldCode::AboveLimit => {
            ("单笔数量不能超过每人限购数。", "An order cannot have more units than a shopper may have.")
        }
        FieldCode::EndNotAfterStart => ("结束时间要晚于开始时间。", "The end must be after the start."),
        FieldCode::InThePast => ("这个时间已经过去了。", "This moment has passed."),
        FieldCode::SkippedLocalTime => {
            ("那天拨快时钟，没有这个时刻。", "Clocks are set forward that day; there is no such local time.")
        }
        FieldCode::UnknownTimeZone => ("没有这个时区。", "There is no such time zone."),
        FieldCode::Duplicate => (
            "重复了：一个编码只对应一种规格，一种规格只列一次。",
            "Repeated: a code stands for one variant, and a variant is listed once.",
        ),
        FieldCode::InUse => (
            "别的活动也在卖这个规格，不能在这里改它。要卖另一种规格，请换一个编码。",
            "Another sale sells this variant too, so it cannot be changed here. For another variant, give another code.",
        ),
        FieldCode::NotFound => ("没有找到。", "There is no such thing."),
        FieldCode::Overlaps => {
            ("同一商品在这段时间已有别的活动。", "Another sale of the same product runs in that time.")
        }
        FieldCode::UnknownField => ("没有这个字段。", "There is no field of this name."),
        FieldCode::TooMany => ("一次只能传一个。", "Only one at a time."),
        FieldCode::TooLarge => ("文件太大了，最多 10 MB。", "The file is too large; 10 MB is the most."),
        FieldCode::NotAPicture => (
            "只能上传 JPEG、PNG、GIF 或 WebP 图片；这个文件不是，或者已经损坏。",
            "Only JPEG, PNG, GIF and WebP pictures are taken; this file is none, or it is damaged.",
        ),
        FieldCode::TooManyPixels => (
            "图片尺寸太大了，最多 5000 万像素，单边不超过 30000 像素。",
            "The picture has too many pixels; 50 million are the most, and 30,000 on one side.",
        ),
    };
    pick(zh, en, language)
}

const fn pick(zh: &'static str, en: &'static str, language: Lang) -> &'static str {
    match language {
        Lang::Zh => zh,
        Lang::En => en,
    }
}
