/** What most pages have: titles, people, prices, days, places, sizes, in the larger languages. */
export const labels = `
title name headline heading titel titre titulo titolo nome nombre nom naam namn navn nimi nazwa nazev название όνομα 名前 标题 名称
author writer verfasser by creator byline written auteur autor autore forfatter författare tekijä yazar автор 著者 作者 contributor reviewer commenter
price cost msrp rrp preis prix precio prezzo preco prijs pris hinta cena цена ar fiyat 価格 价格
salary pay wage compensation remuneration gehalt salaire salario stipendio lön loon wynagrodzenie зарплата maaş 給与 薪资 연봉 الراتب
currency valuta wahrung devise moneda
date day datum fecha data dato day päivä dátum datą дата 日付 日期
publish publication published post release issue veröffentlicht publie publicado pubblicato uitgegeven utgiven erscheinung опубликовано
post entered
update modify modified revise change aktualisiert maj
publisher imprint verlag editeur editorial editore uitgever förlag wydawnictwo издательство editora yayınevi 出版社 출판사 الناشر
isbn ean gtin upc barcode isbn13 isbn10
sku mpn code artikelnummer reference id identifier referencia referenz referência artikelnr kod код 型番 货号
brand manufacturer maker make marke marque marca merk märke hersteller fabricant fabricante produttore producent marka značka бренд 品牌 ブランド 브랜드 العلامة
model product variant modell modele modelo modello
company employer organization organisation organizer organiser firm business hiring agency vendor supplier unternehmen entreprise empresa azienda firma bedrijf företag компания şirket spółka 会社 公司 회사 الشركة
team club squad franchise mannschaft equipe equipo squadra
seller vendor merchant store shop dealer retailer verkäufer
description about overview summary abstract synopsis beschreibung descripcion descrizione descricao beskrivning omschrijving opis описание 説明 描述
image photo picture thumbnail img bild foto imagen immagine afbeelding
location place city region ort lieu ubicacion luogo plaats plats locality town where lokalizacja miejsce локация место konum 場所 地点 위치 الموقع
address street adresse direccion indirizzo endereco adres adress
phone telephone tel call mobile telefon telefono téléphone telefoon puhelin телефон 電話
email mail e-mail contact
website homepage url web webseite
rating score star review bewertung calificacion valutazione beoordeling betyg avaliacao puntuacion vote
review opinion comment feedback rezension avis resena recensione
count total quantity anzahl nombre cantidad numero aantal antal qty many
category type kind genre classification kategorie categorie categoria soort kategoria typ
cuisine kitchen küche cucina cocina culinary keuken kök food
keyword tag topic subject label schlagwort
language sprache langue idioma lingua taal språk lang locale
ingredient zutat ingredienti ingredientes ingredienten ingredienser ainekset składnik ingrediens ingrédient hozzavalok malzeme ингредиенты 材料 配料 tarvike suroviny ingrediencie potrzebne
instruction direction method step preparation zubereitung etape preparacion preparazione preparo bereiding bereidingswijze instruktion fremgangsmåde framgangsmåte gör tillagning ohje valmistus przygotowanie wykonanie sposob postup приготовление 作り方 做法 anleitung procedimento procedimiento elaboracion hazırlanışı modo elkeszites werkwijze
time duration dauer zeit duree tiempo tempo tijd tid aika czas cas время 時間 long length
prep preparation vorbereitung vorbereitungszeit preparazione förberedelse prépa
cook cooking bake baking kochen kochzeit cuisson coccion cottura koken tillaga backzeit garzeit pieczenia
total overall whole gesamt gesamtzeit totale totaal totalt complete ready
yield serving serve portion makes personen portionen porzioni raciones porciones personnes porties portioner annosta porcje porci порции 人分 servir comensales
nutrition nutrient nutritional nährwerte nutricion nutrizionali voedingswaarde näringsvärde
calorie energy kcal kalorien brennwert calorias energia
fat fett grassi grasas vet graisses lipides gordura
protein eiweiß eiweiss proteine proteinas eiwit
carbohydrate carb kohlenhydrate glucides carboidrati hidratos koolhydraten kolhydrat
sugar zucker sucre azucar zucchero suiker
salt sodium salz sel
fiber fibre ballaststoffe fibra vezel
height tall stature höhe größe hauteur altura altezza hoogte wysokość höjd yükseklik høyde korkeus высота 高さ 高度 높이 الارتفاع
weight mass heavy gewicht poids peso vikt weighs waga вес ağırlık paino hmotnost 重さ 重量 무게 الوزن
width breite largeur ancho larghezza breedte anchura szerokość bredd bredde genişlik largura leveys ширина 幅 宽度 너비 العرض
depth tiefe profondeur profundidad profondità profundidade diepte głębokość djup dybde derinlik глубина 奥行き 深度 깊이
dimension size measurement maße abmessung taille
color colour farbe couleur color colore kleur färg kolor renk barva szín väri farve farge cor цвет 色 颜色 색상 اللون
material stoff materiau materiale matière materiaal materiał malzeme anyag материал 素材 材质 소재 المادة
director directed regie realisateur regista
actor cast starring star besetzung performer
certificate mpaa content advisory pg certification contentrating
episode season
position role job occupation vacancy
department division team unit
requirement qualification skill experience anforderung
benefit perk offer
education degree school university college institution
student pupil enrollment
fuel gas mileage mpg consumption economy efficiency verbrauch kraftstoff carburant combustible carburante brandstof paliwo топливо yakıt
transmission gearbox getriebe
mileage odometer kilometer kilometerstand kilométrage kilometraje chilometraggio przebieg пробег
year jahr annee ano anno jaar år rok год yıl vuosi 年份 연도 السنة
bedroom bed bd bdrm br room schlafzimmer chambre dormitorio camera slaapkamer sypialnia sovrum спальня
bathroom bath ba bathrm
area size square footage sqft sqm sq ft feet surface living fläche wohnfläche superficie oppervlakte powierzchnia площадь 面積 面积 면적 المساحة
start begin from opens
end finish until closes deadline expire valid
opening hour hours open schedule öffnungszeiten horaires horario orari openingstijden
ticket admission entry
stock availability available inventory verfügbar disponible lager
condition state zustand
shipping delivery versand livraison envio lieferung liefer spedizione verzending dostawa leverans доставка teslimat 配送 배송 الشحن
discount sale save savings offer rabatt
original regular list was old uvp
warranty guarantee garantie garantía garanzia gwarancja garanti гарантия 保証 保修
feature highlight specification spec merkmal
format binding edition cover
series volume
question faq
equipment tool utensil
diet dietary suitable restriction
country nation land pays pais paese
zip postal postcode postalcode plz
latitude lat
born birth birthday birthdate geboren
gender sex
founded established founding inception
revenue turnover sales
ceo president founder chief
logo icon
owner proprietor
canonical permalink url
host domain hostname
headline heading subject caption
car vehicle automobile truck motorcycle auto
film movie picture feature
book work novel publication
song track single
album record lp
job position role vacancy opening opportunity post
occupation profession career
hire hiring recruit recruiting
employer company organization organisation org corporation firm
workplace worksite office site location where based
city town municipality locality stadt ville ciudad citta cidade
hometown birthplace origin
neighborhood district area suburb quarter
county parish
country nationality nation
address addr street road avenue location headquarters hq
map direction
contact phone tel telephone call number helpline hotline
fax facsimile telefax
website web homepage url site link www online
cost price amount charge fee rate tariff fare
asking ask sale selling current now today our final pay
msrp rrp srp sticker list retail suggested
was before previous former regular original old list rrp compare usual
save saving discount off reduction
deposit downpayment
salary earning income compensation wage stipend package
buy purchase order
maker make manufacturer mfr mfg brand producer built
made make manufactured produced
designer design
written wrote write writer
illustrator illustration drawn
translator translation translated
narrator narrated read
editor edited
director direct directed filmmaker regisseur helmer regia
producer produced production
screenwriter screenplay writer written script
composer music
cast actor actress starring performer star player featuring
singer artist band musician performer
studio distributor production company
character role
plot synopsis story storyline overview summary
genre category kind type style sort
certificate certification rated rating mpaa fsk age classification pg parental
runtime length running duration minutes
release premiere opening opened launched debut aired
publication pub published publish issue issued released release came
publisher imprint press house
ean gtin gtin13 upc barcode
page pagination extent
binding format cover paperback hardcover
edition printing
posted listed added submitted published
listing ad advertisement posting
expiry expiration expire deadline closing apply until
start begin commence from
end finish close until till
created creation
updated modified revised changed last
born birth dob birthday birthdate
died death deceased
age old year
height tall stature ht
weight wt mass heavy lbs kg
width wide w
depth deep d
length long l
hand shoots throws
jersey shirt number
team club squad side roster franchise
league division conference competition
position pos plays
school college university alma education attended
draft drafted
coach manager trainer
stadium arena ground venue
nickname alias aka known
spouse wife husband married partner
child children
cuisine food kitchen dish culinary specialty fare
menu dish meal
chef author
dining seating
reservation booking
delivery takeout takeaway
attire dress
atmosphere ambience ambiance
price range expensive
hour opening open time schedule
payment accept card
kind type category control sector status ownership
university college school institution academy institute
enrollment student undergraduate population
tuition cost fee
faculty staff professor teacher
acceptance admission
founded established opened since started inception
motto slogan tagline
campus setting
calendar term
affiliation religious
president chancellor head chief
mileage odometer miles kilometers km driven
engine motor powerplant powertrain displacement cylinder
power horsepower hp kw output
fuel gas gasoline petrol diesel energy
transmission gearbox gear drivetrain
drive drivetrain wheel
exterior body paint outside
interior upholstery inside
seat seating passenger capacity
vin chassis
warranty guarantee coverage
resolution megapixel pixel mp
sensor ccd cmos
zoom optical
lens aperture focal
display screen lcd monitor
memory ram storage disk ssd
processor cpu chip
battery accumulator power
connectivity interface port connection
operating system os platform
voltage volt
speed velocity
color colour shade finish
material fabric made composition
size fit
sku item part product article catalog number no
mpn part model number
stock availability available inventory supply
quantity qty amount number count pieces units pack
condition state used new
shipping delivery dispatch postage freight
return refund
rating score star grade mark review
votes vote ratings reviews rated count
review comment opinion testimonial
count number total num amount
prep preparation active hands
total overall ready all
serving serve yield portion people feed makes persons
ingredient component
difficulty level skill easy
course category meal
temperature temp heat degree
license licence rights copyright
repository repo source github
author maintainer owner
language lang spoken audio
subtitle caption
version release build
requirement prerequisite require needed
feature highlight benefit key
specification spec technical detail
description desc detail about overview intro introduction blurb teaser info
note remark comment
file document download attachment
size filesize
speaker presenter host lecturer instructor teacher tutor taught professor
organizer organiser host hosted presented promoter organised organized
attendee participant guest
event show performance concert gig
date day when
time clock when hour
duration length lasts long
venue place location where hall
floor storey level
lot plot land
headquarters hq headquartered office seat
departure depart departs leaves
arrival arrive arrives
filing filed application submitted
built construction constructed year
founded established since formed incorporated
rent monthly lease
agent broker realtor
owner seller landlord
property home house listing
amenity facility
department dept unit division
industry sector field branch
employment contract type
remote homeoffice telecommute
seniority level experience
profit earnings income
employee staff headcount workforce people
ceo chief executive president head
founder founded
shareholder investor
ticker symbol
exchange market
capital cap
case docket
party plaintiff defendant
doctor physician
symptom sign
treatment therapy
dose dosage
side effect
species scientific
population inhabitant
elevation altitude
journal periodical
volume vol
issue number
cited citation
section category rubric
answer reply response solution
question ask asked query
views view viewed
likes like
comments comment
followers follower
score point
rank position place
win won
loss lost
game match fixture
points pts
id identifier code number ref reference
street addr address line road
zip zipcode postal postcode postleitzahl plz cap codigo
state province region county
longitude lng lon long
prix preis precio prezzo preco cena цена 価格 价格 가격 السعر מחיר कीमत ราคา giá harga
autor auteur autore автор 著者 作者 저자 المؤلف लेखक ผู้เขียน
datum fecha date data дата 日付 日期 날짜 التاريخ तारीख วันที่
titel titre titulo titolo название заголовок タイトル 标题 제목 العنوان शीर्षक ชื่อ title
verlag editeur editorial editora editore издательство 出版社 출판사 الناشر प्रकाशक สำนักพิมพ์ publisher
hersteller fabricant fabricante produttore производитель メーカー 制造商 제조사 الشركة manufacturer
marke marque marca märke бренд ブランド 品牌 브랜드 brand
telefon telephone telefono téléphone телефон 電話 电话 전화 هاتف फ़ोन โทรศัพท์ phone
adresse direccion indirizzo endereco адрес 住所 地址 주소 عنوان पता ที่อยู่ address
ort lieu lugar luogo local место 場所 地点 장소 location place
gewicht poids peso vikt вес 重量 重さ 무게 weight
größe taille talla tallas tamaño taglia tamanho размер サイズ 尺寸 크기 size
höhe hauteur altura altezza высота 高さ 高度 높이 height
breite largeur anchura larghezza largura ширина 幅 宽度 너비 width
farbe couleur color colour colore cor цвет 色 颜色 색상
regie regisseur realisateur realisation director direccion regia regista режиссер режиссёр 監督 导演 감독
genre genero genere жанр ジャンル 类型 장르
sprache langue idioma lingua язык 言語 语言 언어 language
erscheinungsdatum erscheinen veröffentlichung veröffentlicht parution publicacion pubblicazione lançamento выпуск 発売日 出版日期 출간일 release publication published
arbeitgeber employeur empleador datore работодатель 雇用主 employer
gehalt salaire salario sueldo stipendio зарплата 給与 工资 급여 salary
standort arbeitsort emplacement ubicacion sede location
motor moteur motore двигатель エンジン 发动机 엔진 engine
verbrauch consommation consumo расход 燃費 油耗 연비 consumption
seitenzahl seiten pages paginas pagine страниц ページ 页数 쪽수 pagecount
bewertung note avis valoracion valutazione оценка 評価 评分 평점 rating
verfügbarkeit disponibilite disponibilidad disponibilita наличие 在庫 库存 재고 availability
lieferung livraison envio spedizione доставка 配送 delivery shipping
portionen portions porciones porzioni порций 人前 份 servings
`
