"""What many people know by heart or find in the first book, for the coder. Nothing here is as long as an answer."""

# numbers in words
english = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion", "and"]
ordinals = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth thousandth st nd rd th once twice thrice half quarter"
finnish = "nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen toista kymmentä sata sataa tuhat tuhatta yksitoista kaksitoista kolmetoista neljätoista viisitoista kuusitoista seitsemäntoista kahdeksantoista yhdeksäntoista kaksikymmentä kolmekymmentä"
estonian = "null üks kaks kolm neli viis kuus seitse kaheksa üheksa kümme teist kümmend sada tuhat"
dutch = "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd duizend en ën"
italian = "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento mille mila"
portuguese = "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete dezoito dezenove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem cento duzentos trezentos quatrocentos quinhentos mil e"
spanish = "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento doscientos trescientos quinientos mil y"
french = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingts quatre-vingt-dix septante huitante octante nonante cent mille et"
catalan = "zero un dos tres quatre cinc sis set vuit nou deu onze dotze tretze catorze quinze setze disset divuit dinou vint trenta quaranta cinquanta seixanta setanta vuitanta noranta cent mil"
german = ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig", "hundert", "tausend", "ein", "und"]
danish = "nul en to tre fire fem seks syv otte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tyve tredive fyrre halvtreds tres halvfjerds firs halvfems hundrede tusind og"
norwegian = "null én to tre fire fem seks sju åtte ni ti elleve tolv tretten fjorten femten seksten sytten atten nitten tjue tretti førti femti seksti sytti åtti nitti hundre tusen og"
swedish = "noll ett två tre fyra fem sex sju åtta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton tjugo trettio fyrtio femtio sextio sjuttio åttio nittio hundra tusen och"
icelandic = "núll einn tveir þrír fjórir fimm sex sjö átta níu tíu ellefu tólf þrettán fjórtán fimmtán sextán sautján átján nítján tuttugu þrjátíu fjörutíu fimmtíu sextíu sjötíu áttatíu níutíu hundrað þúsund og"
slovak = "nula jeden dva tri štyri päť šesť sedem osem deväť desať jedenásť dvanásť trinásť štrnásť pätnásť šestnásť sedemnásť osemnásť devätnásť dvadsať tridsať štyridsať päťdesiat šesťdesiat sedemdesiat osemdesiat deväťdesiat sto tisíc"
croatian = "nula jedan dva tri četiri pet šest sedam osam devet deset jedanaest dvanaest trinaest četrnaest petnaest šesnaest sedamnaest osamnaest devetnaest dvadeset trideset četrdeset pedeset šezdeset sedamdeset osamdeset devedeset sto tisuća"
russian = "ноль один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто сто двести триста тысяча"
ukrainian = "нуль один два три чотири п'ять шість сім вісім дев'ять десять одинадцять дванадцять двадцять тридцять сорок п'ятдесят шістдесят сімдесят вісімдесят дев'яносто сто"
greek_numbers = "μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννέα δέκα έντεκα δώδεκα είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα εκατό"
lithuanian = "nulis vienas du trys keturi penki šeši septyni aštuoni devyni dešimt vienuolika dvylika trylika keturiolika penkiolika šešiolika septyniolika aštuoniolika devyniolika dvidešimt trisdešimt keturiasdešimt penkiasdešimt šimtas"
latvian = "nulle viens divi trīs četri pieci seši septiņi astoņi deviņi desmit vienpadsmit divpadsmit divdesmit trīsdesmit četrdesmit piecdesmit simts padsmit"
welsh = "dim un dau tri pedwar pump chwech saith wyth naw deg cant mil"
irish = "náid aon dó trí ceathair cúig sé seacht ocht naoi deich fiche tríocha daichead caoga seasca seachtó ochtó nócha céad"
breton_basque = "bat bi hiru lau bost sei zazpi zortzi bederatzi hamar hamaika hamabi hogei berrogei hirurogei laurogei ehun"
esperanto = "nul unu du tri kvar kvin ses sep ok naŭ dek cent mil"
turkish = "sıfır bir iki üç dört beş altı yedi sekiz dokuz on on bir yirmi otuz kırk elli altmış yetmiş seksen doksan yüz bin milyon"
indonesian = "nol satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas dua belas belas puluh seratus ratus seribu ribu"
tagalog = "isa dalawa tatlo apat lima anim pito walo siyam sampu"
vietnamese = "không một hai ba bốn năm sáu bảy tám chín mười trăm nghìn lăm mươi"
swahili = "sifuri moja mbili tatu nne tano sita saba nane tisa kumi ishirini thelathini arobaini hamsini sitini sabini themanini tisini mia na"
hawaiian = "kahi lua kolu hā lima ono hiku walu iwa umi"
japanese = "rei ichi ni san yon go roku nana hachi kyu ju hyaku sen man zero shi shichi ku jū"
japanese_signs = "〇一二三四五六七八九十百千万億零兩"
chinese = "ling yi er san si wu liu qi ba jiu shi bai qian wan"
korean = "yeong il i sam sa o yuk chil pal gu sip baek cheon hana dul set net daseot yeoseot ilgop yeodeol ahop yeol 영일이삼사오육칠팔구십백천만"
hindi = "shunya ek do teen char paanch chhah saat aath nau das gyarah barah शून्य एक दो तीन चार पाँच छह सात आठ नौ दस"
arabic = "sifr wahid ithnan thalatha arbaa khamsa sitta sabaa thamaniya tisaa ashara صفر واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة"
hebrew = "efes achat shtayim shalosh arba chamesh shesh sheva shmone tesha eser אפס אחת שתיים שלוש ארבע חמש שש שבע שמונה תשע עשר"
ancient_greek = "hen mono di tri tetra penta hexa hepta octa nona ennea deca hendeca dodeca icosa undeca"
roman = [("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1)]
roman_values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
roman_digits = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"], ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"]
teens_and_tens = "teen ty xty zehn zig toista kymmentä naście dzieści dziesiąt nácti dziesiat"

# days, months and years
weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
months = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
short = "Mon Tue Wed Thu Fri Sat Sun", "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", "JanFebMarAprMayJunJulAugSepOctNovDec", "SunMonTueWedThuFriSat", "JFMAMJJASOND", "MTWTFSS"
jours = "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
tage = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
dias = "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
giorni = "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
republican = "Vendémiaire Brumaire Frimaire Nivôse Pluviôse Ventôse Germinal Floréal Prairial Messidor Thermidor Fructidor"
hebrew_months = "Nisan Iyar Sivan Tammuz Av Elul Tishrei Cheshvan Kislev Tevet Shevat Adar"
islamic_months = "Muharram Safar Rabi Jumada Rajab Shaban Ramadan Shawwal Dhu al-Qidah al-Hijjah"
stems = "jia yi bing ding wu ji geng xin ren gui", "zi chou yin mao chen si wu wei shen you xu hai", "甲乙丙丁戊己庚辛壬癸", "子丑寅卯辰巳午未申酉戌亥", "Wood Fire Earth Metal Water"
signs = "Aries Taurus Gemini Cancer Leo Virgo Libra Scorpio Sagittarius Capricorn Aquarius Pisces"
seasons = "spring summer autumn fall winter north east south west up down left right"
days_before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365, 366]
month_lengths = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
sakamoto = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
century_items = [0, 3, 3, 6, 1, 4, 6, 2, 5, 0, 3, 5], [6, 4, 2, 0]
calendars = 1461, 146097, 36524, 1721119, 2440588, 2400000.5, 1721425, 719163, 25920, 765433, 29.530588, 365.2425, 365.25, 354, 10631, 3600, 86400, 1440, 604800, 1582, 1752, 1900, 1970, 2000

# letters
alphabets = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789abcdef", "0123456789ABCDEF", "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "aeiou", "AEIOU", "bcdfghjklmnpqrstvwxyz", "etaoinshrdlu", "ETAOINSHRDLCUMWFGYPBVKJXQZ"
spelling_alphabet = "Alfa Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliett Kilo Lima Mike November Oscar Papa Quebec Romeo Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu"
greek = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta", "Iota", "Kappa", "Lambda", "Mu", "Nu", "Xi", "Omicron", "Pi", "Rho", "Sigma", "Tau", "Upsilon", "Phi", "Chi", "Psi", "Omega"]
other_letters = "αβγδεζηθικλμνξοπρστυφχψω", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "אבגדהוזחטיכלמנסעפצקרשת"
hebrew_letters = "aleph bet gimel dalet he vav zayin het tet yod kaf lamed mem nun samekh ayin pe tsadi qof resh shin tav"
morse = {"A": ".-", "B": "-...", "C": "-.-.", "D": "-..", "E": ".", "F": "..-.", "G": "--.", "H": "....", "I": "..", "J": ".---", "K": "-.-", "L": ".-..", "M": "--", "N": "-.", "O": "---", "P": ".--.", "Q": "--.-", "R": ".-.", "S": "...", "T": "-", "U": "..-", "V": "...-", "W": ".--", "X": "-..-", "Y": "-.--", "Z": "--.."}
morse_digits = {"1": ".----", "2": "..---", "3": "...--", "4": "....-", "5": ".....", "6": "-....", "7": "--...", "8": "---..", "9": "----.", "0": "-----"}
phone = {"2": "abc", "3": "def", "4": "ghi", "5": "jkl", "6": "mno", "7": "pqrs", "8": "tuv", "9": "wxyz"}, "22233344455566677778889999"
keyboards = "qwertyuiop", "asdfghjkl", "zxcvbnm", "QWERTYUIOPASDFGHJKLZXCVBNM", "pyfgcrl aoeuidhtns qjkxbmwvz", "azertyuiop qsdfghjklm wxcvbn", "qwertzuiop"
sentences = "the quick brown fox jumps over the lazy dog", "hello world", "Hello, World!", "to be or not to be that is the question", "lorem ipsum dolor sit amet consectetur adipiscing elit", "abracadabra", "mississippi", "banana", "once upon a time", "row row row your boat gently down the stream", "twinkle twinkle little star how i wonder what you are", "mary had a little lamb its fleece was white as snow", "may i have a large container of coffee", "how i want a drink alcoholic of course after the heavy lectures involving quantum mechanics", "the house that jack built", "bottles of beer on the wall take one down and pass it around no more"
christmas = "a partridge in a pear tree two turtle doves three french hens four calling birds five golden rings six geese a-laying seven swans a-swimming eight maids a-milking nine ladies dancing ten lords a-leaping eleven pipers piping twelve drummers drumming"

# things in their order
colours = "red orange yellow green blue indigo violet", "black brown red orange yellow green blue violet grey white gold silver", "ROYGBIV", "red green blue cyan magenta yellow black white pink purple gray"
solar = ["Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto", "Sun", "Moon"]
music = "C C# D D# E F F# G G# A A# B", "Do Re Mi Fa Sol La Ti", "do re mi fa so la ti do", "CDEFGAB", "F C G D A E B", "BEADGCF", "FCGDAEB", "Ionian Dorian Phrygian Lydian Mixolydian Aeolian Locrian", "major minor dim aug sus", "EADGBE"
scales = [2, 2, 1, 2, 2, 2, 1], [2, 1, 2, 2, 1, 2, 2], [0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10], [0, 2, 4, 7, 9], [0, 4, 7], [0, 3, 7], [0, 4, 7, 11], 440, 261, 69, 12, [64, 59, 55, 50, 45, 40]
cards = "hearts diamonds clubs spades", "23456789TJQKA", "CDHS", "ace two three jack queen king", "♠♥♦♣", ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
chess = "rnbqkbnr", "RNBQKBNR", "pnbrqk", "pawn knight bishop rook queen king", "abcdefgh", {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
neighbours = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)], [(0, 1), (1, 0), (0, -1), (-1, 0)], {"U": (0, 1), "D": (0, -1), "L": (-1, 0), "R": (1, 0)}, {"N": 1, "E": 1j, "S": -1, "W": -1j}, [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
darts = [20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5]
roulette = [0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26]
tetris = "IOTSZJL", "rock paper scissors", "rock paper scissors lizard spock", "XO", "snakes and ladders"
squares = [[2, 7, 6], [9, 5, 1], [4, 3, 8]], [[8, 1, 6], [3, 5, 7], [4, 9, 2]], [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]
sudoku = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
coins = [1, 2, 5, 10, 20, 50, 100, 200], [1, 5, 10, 25, 50, 100], [500, 200, 100, 50, 20, 10, 5, 2, 1]
scrabble_letters = {"A": 1, "B": 3, "C": 3, "D": 2, "E": 1, "F": 4, "G": 2, "H": 4, "I": 1, "J": 8, "K": 5, "L": 1, "M": 3, "N": 1, "O": 1, "P": 3, "Q": 10, "R": 1, "S": 1, "T": 1, "U": 1, "V": 4, "W": 4, "X": 8, "Y": 4, "Z": 10}
scrabble_groups = "aeioulnrst dg bcmp fhvwy k jx qz", "AEILNORSTU", "DG", "BCMP", "FHVWY", "JX", "QZ"
units = "mm cm dm m km mg g kg s min h kilo mega giga tera peta milli micro nano pico femto inch foot yard mile ounce pound"
noble = [2, 10, 18, 36, 54, 86, 118], "1s 2s 2p 3s 3p 4s 3d 4p 5s 4d 5p 6s 4f 5d 6p 7s 5f 6d 7p", "spdf"
periodic = ["H", "He", "Li", "Be", "B", "C", "N", "O", "F", "Ne", "Na", "Mg", "Al", "Si", "P", "S", "Cl", "Ar", "K", "Ca", "Sc", "Ti", "V", "Cr", "Mn", "Fe", "Co", "Ni", "Cu", "Zn"]
element_names = "hydrogen helium lithium beryllium boron carbon nitrogen oxygen fluorine neon sodium magnesium aluminium silicon phosphorus sulfur chlorine argon potassium calcium iron copper silver tin gold mercury lead"
masses = {"H": 1.008, "C": 12.011, "N": 14.007, "O": 15.999, "S": 32.06}
amino = "ACDEFGHIKLMNPQRSTVWY", "Ala Arg Asn Asp Cys Gln Glu Gly His Ile Leu Lys Met Phe Pro Ser Thr Trp Tyr Val", "ACGT", "UCAG", "adenine cytosine guanine thymine"

# constants of programs
seven_segments = [6, 2, 5, 5, 4, 5, 6, 3, 7, 6], [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F]
generators = 1103515245, 12345, 2147483648, 6364136223846793005, 1442695040888963407, 1664525, 1013904223, 16807, 48271, 2147483647, 25214903917, 11, 69069, 22695477, 214013, 2531011, 65539, 0x7FFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 2685821657736338717
twister = 624, 397, 0x9908B0DF, 0x80000000, 0x7FFFFFFF, 1812433253, 0x9D2C5680, 0xEFC60000, 11, 7, 15, 18, 30
hashes = 0x811C9DC5, 0x01000193, 0xCBF29CE484222325, 0x100000001B3, 5381, 33, 31, 131, 65599, 65521, 0x9E3779B9, 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 0x85EBCA6B, 0xC2B2AE35, 0xCC9E2D51, 0x1B873593, 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53
digests = 0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0, 0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6, 0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19
shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21], (16, 12, 8, 7), (2, 13, 22, 6, 11, 25, 7, 18, 3, 17, 19, 10), (13, 7, 17), (13, 17, 5), (12, 25, 27), (16, 3, 4, 15, 16)
polynomials = 0xEDB88320, 0x04C11DB7, 0x1021, 0xA001, 0x8005, 0x07, 0x8C, 0x11B, 0x1B, 0x63, 0x11D, 0xB400, 0xD8
masks = 0x55555555, 0x33333333, 0x0F0F0F0F, 0x00FF00FF, 0x0000FFFF, 0x5555, 0x3333, 0xAAAAAAAA, 0xCCCCCCCC, 0xF0F0F0F0, 0x01010101, 0x0101010101010101, 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x077CB531
enigma = "EKMFLGDQVZNTOWYHXUSPAIBRCJ", "AJDKSIRUXBLHWTMCQGZNPYFVOE", "BDFHJLCPRTXVZNYEIWGAKMUSQO", "YRUHQSLDPXNGOKMIEBFZCWVJAT"
checks = [8, 6, 4, 2, 3, 5, 9, 7], [7, 3, 1], [3, 2, 7, 6, 5, 4, 3, 2], [10, 9, 8, 7, 6, 5, 4, 3, 2], [1, 3], 97, 11, 10
damm = [[0, 3, 1, 7, 5, 9, 8, 6, 4, 2], [7, 0, 9, 2, 1, 5, 4, 8, 6, 3], [4, 2, 0, 6, 8, 7, 1, 3, 5, 9]]
base_alphabets = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
machines = "++++++++[>++++++++<-]>.", "+[->+<]>[-<+>]", ">++++++++[<+++++++++>-]<.>++++[<+++++++>-]<+.+++++++..+++.>>++++++[<+++++++>-]<++.------------.", ",[.,]", "+++++[>+++++++>++++++++++>+++>+<<<<-]", "[-]", "[>+>+<<-]>>[<<+>>-]<<", "><+-.,[]", ">,[>,]<[.<]", "[[-]>+<]", "<<[>>+<<-]>>[<+<+>>-]"
busy = {("A", 0): (1, 1, "B"), ("A", 1): (1, -1, "B"), ("B", 0): (1, -1, "A"), ("B", 1): (1, 1, "H")}, "1RB 1LB 1LA 1RH", "1RB1LC 1RC1RB 1RD0LE 1LA1LD 1RH0LA", "push pop dup swap over add sub mul div mod jmp jz jnz jump inc dec mov cmp ret halt load store out print call nop and or not xor shl shr"
rules = [30, 90, 110, 184, 150, 54, 60, 22], "B3/S23", "RL", "LR", "RLR", "LLRR", {"1": "112", "2": "21"}, {"a": "ab", "b": "a"}, {"0": "01", "1": "10"}, {"A": "AB", "B": "BA"}

# numbers of mathematics
wheels = [4, 2, 4, 2, 4, 6, 2, 6], [2, 4, 2, 4, 6, 2, 6, 4, 2, 4, 6, 6, 2, 6, 4, 2], [1, 7, 11, 13, 17, 19, 23, 29], [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]
witnesses = [2, 325, 9375, 28178, 450775, 9780504, 1795265022], [2, 7, 61], 2047, 1373653, 25326001, 3215031751, 2152302898747, 3474749660383, 341550071728321, 3317044064679887385961981
mersenne = [2, 3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607, 1279], [6, 28, 496, 8128], [3, 5, 17, 257, 65537], [1, 2, 3, 7, 11, 19, 43, 67, 163], [561, 1105, 1729, 2465, 2821, 6601], 6174, 495, 1729, 142857, 1001, 9973, 104729, 7919
lanczos = [676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7], 0.99999999999980993
rules_of_sums = [1, 4, 1], [1, 3, 3, 1], [7, 32, 12, 32, 7], [1, 2, 2, 1], 6, 3, 8, 90, [-1, 16, -30, 16, -1], 12, [0.5, 0.5, 1], [5, 8, 5], 0.5773502691896257, 0.7745966692414834
bernoulli = [(1, 6), (-1, 30), (1, 42), (-1, 30), (5, 66), (-691, 2730), (7, 6)], [1, 12, 288, -139, 51840]
constants = 3.141592653589793, 2.718281828459045, 1.618033988749895, 1.4142135623730951, 0.5772156649015329, 1.7320508075688772, 2.23606797749979, 0.6931471805599453, 6.283185307179586, 1.2020569031595942, 299792458, 6.62607015e-34, 6.02214076e23, 9.80665, 273.15, 1.8
machin = 16, 5, 4, 239, 545140134, 13591409, 640320, 426880, 10005, 6541681608, 1103, 26390, 9801, 396, 44, 57, 7, 12, 239, 24, 110443
matrices = [[1, 1], [1, 0]], [[0, 1], [1, 1]], [[2, 1], [1, 1]], [[1, 1, 1], [1, 0, 0], [0, 1, 0]], [[0, 1, 0], [0, 0, 1], [1, 1, 1]], [[1, 0], [0, 1]], [[1, 2], [3, 4]], [[-1, 2, 2], [-2, 1, 2], [-2, 2, 3]], [[1, 2, 2], [2, 1, 2], [2, 2, 3]], [[1, -2, 2], [2, -1, 2], [2, -2, 3]]
polygons = [3, 4, 5, 6, 7, 8], ["tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron"], [(4, 6, 4), (8, 12, 6), (6, 12, 8), (20, 30, 12), (12, 30, 20)]
dithering = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], [[0, 2], [3, 1]]
