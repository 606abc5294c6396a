"""Passages of seven kinds for tests of counting: our own sentences, combined by a seeded shuffle."""

import json
import random
import re
from collections.abc import Callable

LENGTHS = (2000, 300)
PASSAGES = 30

ENGLISH = (
    "The nightly import stopped after the second batch because the lock was never released.",
    "I moved the retry loop into its own function so that the handler reads from top to bottom.",
    "Nobody remembers why the cache is cleared on Sundays, but two reports depend on it.",
    "Could you check whether the invoice numbers still line up once the currency is rounded?",
    "She prefers the shorter version of the letter, without the paragraph about delivery times.",
    "After lunch we walked along the harbour and talked about what the new tenants might need.",
    "It fails only on machines whose clock runs a few minutes behind the database server.",
    "Please keep the old endpoint alive until every client in the field has been upgraded.",
    "The museum closes at five, so we should buy tickets online and skip the bookshop.",
    "What surprised me most was how quickly the garden recovered after the dry summer.",
    "There are three ways to split the table; the second one needs no downtime at all.",
    "He wrote that the committee will meet again in March to vote on the revised budget.",
    "Warm the milk slowly, add the flour in small portions, and stir until it thickens.",
    "If the signature does not match, drop the message and write one line to the audit log.",
    "We measured it twice: compression saves a third of the traffic and costs almost nothing.",
    "Old houses creak at night, especially when the wind turns and the temperature falls.",
)
CHINESE = (
    "昨天晚上服务器又停了一次，我查了日志，发现是磁盘空间不足造成的。",
    "请先把测试跑一遍，确认没有问题以后再合并到主分支。",
    "她说周末想去山里住两天，顺便看看那家新开的小书店。",
    "这个接口返回的时间是世界标准时间，前端显示时需要换算成当地时间。",
    "我们讨论了很久，最后决定保留旧的字段，等所有客户端升级以后再删除。",
    "如果用户没有填写邮箱，就用手机号发送验证码，有效期是十分钟。",
    "今年的雨水特别多，院子里的玫瑰开得比往年晚了半个月。",
    "配置文件里有三个地方写错了端口号，所以负载均衡一直连不上后端服务。",
    "老师让大家写一篇关于家乡的文章，不少于八百字，下周一交。",
    "缓存命中率从百分之六十提高到了百分之九十二，响应时间也缩短了一半。",
    "他把数据分成三批导入，每一批之间停五秒钟，避免数据库压力过大。",
    "锅里放一点油，等油热了以后放入葱和姜，再把切好的肉倒进去翻炒。",
    "这段代码在多线程环境下会出现竞争，需要加锁或者改用队列。",
    "会议改到下午三点，地点不变，请各位带上上个月的销售报告。",
)
JAPANESE = (
    "昨夜またサーバーが止まったので、ログを確認したところ、ディスクの空き容量が足りませんでした。",
    "テストをすべて実行して、問題がなければメインブランチにマージしてください。",
    "週末は山の近くの小さな宿に泊まって、ゆっくり本を読むつもりです。",
    "この関数は例外を投げる可能性があるので、呼び出す側で必ず処理する必要があります。",
    "お客様からの問い合わせによると、支払い画面で文字が重なって表示されるそうです。",
    "設定ファイルを変更したあとは、サービスを再起動しないと新しい値が反映されません。",
    "母は毎朝六時に起きて、庭の花に水をやってから朝ごはんを作ります。",
    "データベースの移行は来週の月曜日に行い、その間は読み取り専用になります。",
    "電車が遅れたため、会議の開始を三十分ほど遅らせてもらえますか。",
    "キャッシュの有効期限を短くすると、応答時間は少し長くなりますが、古い情報は減ります。",
    "鍋に水と昆布を入れて弱火にかけ、沸騰する前に昆布を取り出します。",
    "古い形式のファイルも読めるように、変換のための処理を残しておきました。",
    "彼女は三年前にこの町へ引っ越してきて、今は図書館で働いています。",
)
KOREAN = (
    "어젯밤에 서버가 다시 멈춰서 로그를 확인해 보니 디스크 공간이 부족했습니다.",
    "먼저 테스트를 모두 실행하고 문제가 없으면 메인 브랜치에 병합해 주세요.",
    "이번 주말에는 바닷가 근처의 작은 숙소에서 책을 읽으며 쉬려고 합니다.",
    "이 함수는 예외를 던질 수 있으므로 호출하는 쪽에서 반드시 처리해야 합니다.",
    "고객 문의에 따르면 결제 화면에서 글자가 겹쳐 보인다고 합니다.",
    "설정 파일을 바꾼 뒤에는 서비스를 다시 시작해야 새로운 값이 적용됩니다.",
    "어머니는 매일 아침 여섯 시에 일어나 마당의 꽃에 물을 주십니다.",
    "데이터베이스 이전은 다음 주 월요일에 진행하며 그동안은 읽기만 가능합니다.",
    "기차가 늦어져서 회의를 삼십 분 정도 미룰 수 있을까요?",
    "캐시 유효 기간을 줄이면 응답 시간은 조금 길어지지만 오래된 정보는 줄어듭니다.",
    "냄비에 물을 붓고 약한 불로 끓이다가 파와 마늘을 넣어 주세요.",
    "예전 형식의 파일도 읽을 수 있도록 변환 과정을 남겨 두었습니다.",
)
CODE = (
    '''def VERB_NOUN(NOUN: Store, *, limit: int = NUM) -> list[str]:
    """Return what the NOUN holds, newest first."""
    if not NOUN.OTHERs:
        return []
    return [str(item.OTHER_id) for item in NOUN.OTHERs[:limit]]


''',
    """export async function VERB(NOUNId: string): Promise<Entry[]> {
  const response = await fetch(`/api/NOUNs/${NOUNId}`, { method: 'GET' });
  if (!response.ok) {
    throw new Error(`NOUN ${response.status}`);
  }
  return (await response.json()).OTHERs ?? [];
}

""",
    """func (s *Store) VERBOTHER(ctx context.Context) (int, error) {
\trow := s.db.QueryRowContext(ctx, `SELECT count(*) FROM OTHERs WHERE NOUN_id = $NUM`, s.id)
\tvar n int
\tif err := row.Scan(&n); err != nil {
\t\treturn 0, fmt.Errorf("NOUN: %w", err)
\t}
\treturn n, nil
}

""",
    """# VERB_OTHER is called once for each NOUN; the OTHER may be missing
MAX_SIZE = NUM
assert VERB_OTHER(None, size=MAX_SIZE - NUM) == {}

""",
)
LOGS = (
    "2026-03-14 08:NUM:NUM,NUM INFO NOUN.VERB: VERB_OTHER took NUM ms\n",
    "tests/OTHER/test_NOUN.py::test_VERB_NOUN PASSED  [ NUM%]\n",
    '  File "/srv/app/lib/VERB_NOUN.py", line NUM, in VERB_OTHER\nValueError: no NOUN with id NUM\n',
    '10.0.NUM.NUM - - [14/Mar/2026:08:15:NUM] "GET /api/OTHERs/NUM HTTP/1.1" 200 NUM\n',
    "ERROR NOUN: connection to OTHER-NUM.internal:5432 refused (attempt NUM of 5), trying again in NUM s\n",
)
NOUNS = ("order", "invoice", "session", "message", "account", "payment", "worker", "batch", "report", "window", "route")
VERBS = ("load", "save", "parse", "merge", "render", "update", "remove", "collect", "validate", "resolve")


def passage(kind: str, number: int, length: int) -> str:
    """The passage of that number, ``length`` characters long; the same every time."""
    chance = random.Random(f"{kind} {number} {length}")  # noqa: S311
    pieces: list[str] = []
    while sum(map(len, pieces)) < length:
        pieces.append(KINDS[kind](chance))
    return "".join(pieces)[:length]


def _prose(sentences: tuple[str, ...], gap: str) -> Callable[[random.Random], str]:
    return lambda chance: chance.choice(sentences) + chance.choice((gap, gap, gap, "\n\n"))


def _filled(templates: tuple[str, ...]) -> Callable[[random.Random], str]:
    return lambda chance: _fill(chance.choice(templates), chance)


def _fill(template: str, chance: random.Random) -> str:
    words = {"NOUN": chance.choice(NOUNS), "OTHER": chance.choice(NOUNS), "VERB": chance.choice(VERBS)}
    return re.sub("NOUN|OTHER|VERB|NUM", lambda found: words.get(found[0]) or str(chance.randint(1, 9999)), template)


def _json(chance: random.Random) -> str:
    value = {
        "id": f"{chance.choice(NOUNS)}_{chance.randrange(16**8):08x}",
        chance.choice(NOUNS): {
            "name": chance.choice(ENGLISH)[: chance.randint(10, 60)],
            "count": chance.randint(0, 10_000),
            "price": chance.randint(100, 99_999) / 100,
            "active": chance.random() < 0.5,
            "tags": [chance.choice(NOUNS), chance.choice(VERBS)],
        },
        "updatedAt": f"2026-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}T{chance.randint(10, 23)}:15:09Z",
        "parent": None,
    }
    return json.dumps(value, indent=chance.choice((None, 2))) + ",\n"


KINDS: dict[str, Callable[[random.Random], str]] = {
    "english": _prose(ENGLISH, " "),
    "code": _filled(CODE),
    "json": _json,
    "log": _filled(LOGS),
    "chinese": _prose(CHINESE, ""),
    "japanese": _prose(JAPANESE, ""),
    "korean": _prose(KOREAN, " "),
}
