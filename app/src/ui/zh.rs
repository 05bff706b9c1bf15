//! 简体中文。

use super::Words;

/// The words in Chinese; they are written first.
pub const ZH: Words = Words {
    name: "中文",
    skip_to_content: "跳到正文",
    site_navigation: "网站导航",
    api_reference: "接口文档",
    footnote: "倒计时以我们的服务器时间为准，您的设备时间不准也不影响。",

    sales: "限时抢购",
    sales_lede: "数量有限，到点开抢，先到先得。",
    until: "至",
    from_price: ("", "起"),
    more_sales: "更多活动",
    no_sales: "现在没有活动",
    no_sales_shopper: "新活动发布后会出现在这里，过一会儿再来看看。",
    no_sales_merchant: "您是商家？可以通过接口发布第一场活动：",
    look_again: "刷新",

    upcoming: "未开始",
    warming: "即将开始",
    live: "进行中",
    ended: "已结束",
    starts_in: "距开始",
    ends_in: "距结束",
    day: "天",
    minute: "分钟",
    minutes: "分钟",
    seconds: "秒",

    not_found: "没有这个页面",
    not_found_why: "链接可能不完整，或者活动已经下线。",
    all_sales: "查看全部活动",
    unavailable: "暂时打不开",
    unavailable_why: "我们的系统暂时没有回应。已经下的订单不受影响，请过几秒再试。",
    try_again: "再试一次",
};
