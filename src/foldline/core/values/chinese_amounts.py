"""Exact values written in Chinese numerals: sums, measures, numbered places, days of a month, the double hours.

``一个``, ``两天``, ``半年`` are turns of speech rather than values, so a lone 一, 两 or 半 counts nowhere but in a date
or a number of something.
"""

import re
from collections.abc import Iterator
from functools import cache

_DIGITS = "〇零一二三四五六七八九十"
_NUMERAL = f"[{_DIGITS}百千万亿两半]"


def amounts(text: str, *, closely: bool = False) -> Iterator[tuple[int, int]]:
    """Where such values stand in a text.

    Args:
        text: any text.
        closely: only what is exact by its shape, no lengths of time and no counts of things.

    >>> ["欠他三十两，丙字七号柜，初五子时"[start:end] for start, end in amounts("欠他三十两，丙字七号柜，初五子时")]
    ['三十两', '丙字七号柜', '初五', '子时']
    """
    for found in _shapes().finditer(text):
        if not (closely and found.lastgroup == "count"):
            yield found.span()


@cache
def _shapes() -> re.Pattern[str]:
    several = f"(?:{_NUMERAL}{{2,}}|[三四五六七八九十])"
    places = "柜房库仓楼室门舱车厢院铺桌床牢间井船厅桥线"
    return re.compile(
        rf"""(?x)
        (?P<place>(?:[甲乙丙丁戊己庚辛壬癸天地玄黄]字第?{_NUMERAL}+[号排间房库] | 第?{_NUMERAL}+号)[{places}]?
          | 第{_NUMERAL}+[层楼页章卷排列格扇座站房])
        | (?P<hour>(?<![中上下正端])[子丑寅卯辰巳午未申酉戌亥]时(?:[一二三四初正]刻)?)
        | (?P<day>(?:(?:[正腊冬]|[{_DIGITS}]{{1,2}})月)(?:初[{_DIGITS}]|廿?[{_DIGITS}]{{1,3}}[日号]?)
          | (?<![最当起月])初[一二三四五六七八九十](?![天个次年些步级中名回])
          | [{_DIGITS}]{{4}}年(?:[{_DIGITS}]{{1,3}}月)?)
        | (?P<sum>{several}(?:两|文|贯|石|斗|斤|尺|丈|亩|元|美元|块钱|银元|锭)(?:银子|白银|黄金|钱)?)
        | (?P<count>{several}(?:岁|个时辰|时辰|更天|更|刻钟|分钟|小时|秒|天|日|夜|周|个月|年(?!级)|里路|里地|里|公里|米
            |厘米|公斤|度|倍|折) | {_NUMERAL}{{2,}}(?:字|次|个|人|名|条|句|行|页|户|件|匹|块|点))
        """
    )
