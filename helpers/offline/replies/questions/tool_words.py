"""Words that mean the same in four languages, to find the tool a question points to.

One row is one idea. An English tool is found by a Chinese question only through these
rows, so a new tool in a class is a new row here.
"""

SAME_MEANING = [
    "weather forecast temperature meteo temps tiempo clima temperatura rain raining "
    "rainy snow snowing sunny cloudy windy warm hot cold umbrella pleut pluie neige "
    "chaud froid parapluie llueve lloviendo lluvia nieva nevando calor frio paraguas "
    "天氣 氣溫 溫度 幾度 下雨 下雪 雨傘 熱 冷",
    "roll rolls throw dice die d lance lancer jette jeter de des lanza lanzar tira "
    "tirar dado dados 骰子 骰 擲 丟",
    "side sides sided face faces cara caras lado lados 面",
    "translate translation traduis traduire traduction traduce traducir 翻譯",
    "convert conversion exchange convertis convertir convierte cambia 換算 轉換 兌換 "
    "換成",
    "rate currency taux devise cours divisa cambio 匯率",
    "calculate calculator calc compute calculation evaluate math calcule calculer "
    "calcul calcula calcular 計算 算",
    "search find look lookup cherche chercher recherche trouve busca buscar encuentra "
    "搜尋 搜索 查詢 查 找",
    "email mail e-mail courriel correo 郵件 電郵 寄信",
    "send envoie envoyer envia enviar manda 寄 寄送 傳送",
    "stock share action bolsa accion acciones 股價 股票",
    "price cost prix coute precio cuesta 價格 多少錢",
    "distance far loin distancia lejos 距離 多遠",
    "tell raconte raconte-moi cuenta cuentame 說 講",
    "joke blague chiste 笑話",
    "random pick choose aleatoire hasard azar aleatorio elige 隨機",
    "coin piece moneda 硬幣",
    "flip toss pile lance tira lanza 拋 擲",
    "news actualites nouvelles noticias 新聞",
    "population inhabitants habitants habitantes poblacion 人口",
    "order commande pedido 訂單",
    "status state statut etat estado 狀態",
    "customer client user utilisateur cliente usuario 客戶 用戶",
    "recipe recette receta 食譜",
    "restaurant restaurants restaurante restaurantes 餐廳",
    "capital capitale capital 首都",
    "add sum plus addition additionne ajoute somme suma sumar mas 加 加上 相加",
    "multiply times multiplied product multiplie fois multiplica por 乘 乘以",
    "subtract minus deduct soustrais soustraire retire enleve moins resta restar quita "
    "menos 減 減去",
    "divide divided divise divide entre 除以",
    "note notes memo nota notas 筆記",
    "save write store enregistre ecris guarda escribe anota 儲存 記下",
    "book reserve reserver reserva reservar 預訂 訂",
    "livre book livres libro libros roman novel 書",
    "song music play chanson musique joue cancion musica 歌 音樂 播放",
    "movie film pelicula 電影",
    "name nom nombre 名字",
    "letter letters lettre lettres letra letras 字母",
    "word words mot mots palabra palabras 單字 單詞",
    "count compte cuenta 數",
    "time hour heure hora 時間 幾點",
    "date day today jour fecha dia 日期 今天",
    "light lights lamp lumiere lampe luz lampara 燈",
    "turn switch set",
    "prime premier primo 質數",
    "room piece chambre habitacion cuarto 房間",
    "city town ville ciudad 城市",
]

LANGUAGES = [
    "french francais frances fr 法文 法語",
    "english anglais ingles en 英文 英語",
    "spanish espagnol espanol es 西班牙文 西班牙語",
    "chinese chinois chino zh 中文",
    "german allemand aleman de 德文 德語",
    "japanese japonais japones ja 日文 日語 日本",
    "italian italien italiano 義大利文 義大利",
    "portuguese portugais portugues 葡萄牙文",
    "korean coreen coreano 韓文 韓語",
]

# Other names of the values that an enum may list.
SAME_VALUE = [
    *LANGUAGES,
    "celsius centigrade centigrados c °c 攝氏",
    "fahrenheit f °f 華氏",
    "on allume allumer allumez enciende encender prende 打開 開啟 開",
    "off eteins eteindre eteignez apaga apagar 關掉 關閉 關上 關",
    "mexican mexicain mexicano 墨西哥",
    "heads face cara",
    "tails pile cruz",
]

# What an input with one of these names may hold where the schema lists nothing.
UNIT_INPUTS = r"(?i)(?:^|_)(?:units?|scale|unite|unidad|escala)$"
SCALES = ["celsius", "fahrenheit"]
SCALE = "celsius|centigrade|centigrados|fahrenheit|攝氏|華氏"
# Names that hold a small word: 都 alone is not what the question says.
CITIES = (
    "首爾|首里|成都|一宮|會安|會津|雪梨|有馬|和歌山|呼和浩特|印度|之江|十和田|之都|"
    "千葉|四日市|三重"
)
# Between names that stand before what is asked about them.
LISTING = ("和", "跟", "與", "以及", "、")

# The code of a currency, and its names.
CURRENCIES = [
    "EUR euro euros 歐元",
    "USD dollar dollars dolar dolares 美元 美金",
    "JPY yen yens yenes 日圓 日元",
    "GBP pound pounds livre livres libra libras sterling 英鎊",
    "CHF franc francs franco francos 法郎",
    "TWD 新台幣 台幣",
    "CNY yuan yuans 人民幣",
    "MXN peso pesos 披索",
]
# Verbs whose first number is taken from the second: "subtract 3 from 10".
TAKING_AWAY = (
    "subtract take deduct soustrais soustraire retire enleve ote resta restar quita"
)
# A number before one of these counts them: "roll two dice".
COUNTED_THINGS = (
    r"(?:dice|des|dados|coins|pieces|monedas|jokes|blagues|chistes)(?!\w)"
    r"|[顆枚張句首則](?!面)"
)
# More calls than these at once nobody means.
MOST_TIMES = 10
# Inputs that are a code or a number by their names: "order 12345".
CODES = r"(?:^|_)(?:id|number|no|num|code|ref|reference|sku|key|value|zone|timezone)$"
# Inputs that are the state of a switch.
SWITCHES = r"(?:^|_)(?:on|state|status|enabled|active|power|is_on|turned_on)$"
# Inputs whose names tell only their place among the numbers.
PLACES = (
    r"[a-z]\d?|(?:num|number|n|x|value|val|arg|factor|term|addend|operand)_?\d|"
    r"(?:first|second|third|left|right|min|max|minimum|maximum|low|high|lower|upper|"
    r"start|end)(?:_(?:number|num|value))?"
)
# Inputs, and behind them the units of a number for them; one entry is one unit.
UNITS = [
    ("percent percentage pct rate tip discount tax", "% percent pourcent 趴"),
    (
        "weight mass kg kilos kilograms",
        "kg kilo kilos kilogram kilograms kilogrammes kilogramos 公斤",
        "lb lbs pounds libras 磅",
        "g gram grams grammes gramos 公克",
    ),
    (
        "height cm m length",
        "cm centimeters centimetres centimetros 公分",
        "m meter meters metre metres metro metros 公尺",
        "ft feet foot 呎",
    ),
    ("distance km miles", "km kilometers kilometres kilometros 公里", "mile miles"),
    ("years age year", "years year ans anos 年 歲"),
]
# Between a number and its unit: "30 degrees celsius".
DEGREES = "degrees? |degres? |grados? |°|度"
# Words that are no names, although they may be capitalised.
NO_NAMES = (
    "celsius fahrenheit kelvin centigrade centigrados km kg miles kilometers "
    "kilometres meters metres pounds grams"
)
# "Up by 10" tells a step, and not the level that is wanted.
STEP = (
    r"(?<!\w)(?:up|down|raise|lower|increase|decrease|reduce|augmente|monte|baisse|"
    r"diminue|reduis|sube|baja|aumenta|disminuye)(?!\w)[^.?!]* (?:by|de|en|por) \d|"
    r"(?:調高|調低|調大|調小|提高|降低|增加|減少)[^\d到至為成]*\d"
)
STEP_INPUTS = r"delta|change|step|amount|by|increment|diff|percent|rate|pct"
# Names that stand before a quoted text which is the input.
LABELS = [
    "subject objet asunto title titre titulo 主旨 主題 標題",
    "body message content text corps contenu texte cuerpo contenido mensaje texto "
    "內容 內文",
]

# Parameters that may be filled with plain words of the question.
FREE_TEXT = (
    "query|text|message|expression|note|question|content|body|task|item|phrase|"
    "sentence|word|keyword|keywords|term"
)
# Before an unquoted text they leave open where it begins.
OPEN_LABELS = "sentence|phrase|word|words|mot|frase|palabra"
# One word may follow these unquoted: "the word banana".
ONE_WORD = "word|mot|palabra"
# Behind "on" or "off" at the end of what is to be done.
AFTER_PARTICLE = r"\W*$|,| (?:please|now|in|at|for)(?!\w)"
# Tools that change something: "is the light on?" does not ask for that.
CHANGING = "set|turn|switch|toggle|send|create|delete|book|order|play|add_to"
# It may be 10 / 2 or 2 / 10.
UNSURE = r"(?<!\w)divide \S+ into \S+"
# Of these, the ones that are all words of a search.
SEARCHED = "query|keyword|keywords|term"
# Inputs that are a start or an end, with the words that mark them in `words/`.
DIRECTIONS = {
    "from": "from|origin|source|start|departure|from_city|from_currency|from_unit",
    "into": "to|destination|target|end|arrival|to_city|to_currency|to_unit",
}
