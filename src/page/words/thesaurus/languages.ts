/**
 * What callers ask for most, in some fifteen languages; German also without its umlauts. Words
 * that mean something else in English are left out.
 */
export const languages = `
email correo courriel mailadresse emailadresse poczta epost eposta почта メール メールアドレス 邮箱 邮件 이메일 البريد sähköposti
phone telefonnummer rufnummer telefoonnummer telefonní телефон 電話番号 电话号码 전화번호 الهاتف puhelinnumero
mobile mobilnummer handynummer mobiltelefon móvil celular cellulare mobiel telemóvel komórka komórkowy мобильный 携帯 手机 휴대폰 جوال
contact kontakt ansprechpartner ansprechpartnerin kontaktperson contacto contatto contato contactpersoon iletişim контакт контакты 連絡先 联系人 联系方式 연락처 yhteystiedot
firstname forename vorname prénom voornaam imię förnamn křestní 이름
lastname surname nachname familienname apellido cognome sobrenome apelido achternaam nazwisko efternamn příjmení soyadı soyadi фамилия
user username benutzer benutzername nutzername utilisateur usuario utente utilizador gebruiker gebruikersnaam użytkownik användare användarnamn uživatel kullanıcı kullanici пользователь ユーザー 用户 用户名 사용자 المستخدم
name bezeichnung denominazione denominación benaming nazwa název isim 이름 الاسم
title überschrift ueberschrift tytuł tytul başlık başlik nadpis otsikko 題名
subtitle untertitel unterüberschrift unterueberschrift subtítulo sottotitolo legenda ondertitel podtytuł podtytul undertitel podtitul altyazı altyazi подзаголовок 副标题 부제
author autorin verfasserin escritor scrittore schrijver autorka автор 執筆者 작성자 글쓴이 الكاتب kirjoittaja
role rolle ruolo função functie rola stanowisko puesto görev роль должность 役割 役職 职位 직책 المنصب
job stelle stellenbezeichnung stellenangebot emploi empleo trabajo lavoro emprego vacature praca jobb práce вакансия 求人 招聘 채용 وظيفة työpaikka
profession beruf métier profesión profissão beroep zawód yrke povolání meslek профессия 職業 职业 직업 مهنة ammatti
company société unternehmen compañía società impresa bedrijfsnaam firmenname przedsiębiorstwo bolag společnost yritys организация 会社名 企業名 公司名称 회사명 شركة
address anschrift postanschrift adresse dirección domicilio endereço morada adresa adresi osoite адрес 所在地
street straße strasse rue strada rua straat ulica gata ulice sokak улица katu
city stadt ville ciudad città cidade stad gemeente miasto město şehir kaupunki город 城市 都市 도시 المدينة wohnort
region bundesland região regio województwo bölge регион область 地域 地区 지역 المنطقة
country länder laender staat país paese kraj země ülke страна 国家 국가 البلد الدولة
postcode postleitzahl postnummer psč 郵便番号 邮编 우편번호
opening hours öffnungszeiten oeffnungszeiten geschäftszeiten geschaeftszeiten horaires horario orari orario godziny otwarcia otwarte openingsuren öppettider otevírací aukioloajat часы 営業時間 营业时间 영업시간
closed geschlossen fermé cerrado chiuso fechado gesloten zamknięte nieczynne stängt zavřeno kapalı kapali закрыто 定休日 休業日 休息 휴무 مغلق ruhetag
price verkaufspreis kaufpreis einzelpreis tarif verkoopprijs ceny fiyatı fiyati цены стоимость 値段 料金 가격 السعر
oldprice streichpreis altpreis statt vorher ehemals anteriormente wcześniej poprzednia eerder tidigare původně eski ранее 通常価格 原价 정가 سابقا
discount ermäßigung ermaessigung preisnachlass nachlass remise rabais réduction descuento rebaja sconto desconto korting zniżka rabat sleva indirim скидка 割引 折扣 할인 خصم alennus
offer angebot offre oferta offerta aanbieding erbjudande nabídka teklif предложение 特価 优惠 特价 혜택 عرض tarjous
coupon voucher gutschein gutscheincode cupón cupom buono kortingscode rabattkod rabattcode kupon купон промокод クーポン 优惠券 쿠폰 كوبون
availability verfügbarkeit verfuegbarkeit verfügbar verfuegbar disponibilité disponibilidad disponibilità beschikbaarheid beschikbaar dostępność dostępny tillgänglighet dostupnost доступность 利用可能 供货 재고여부 التوفر saatavuus
stock lagerbestand bestand lagernd vorrätig vorraetig existencias magazzino giacenza estoque voorraad magazyn lagersaldo skladem sklad stok запас 在庫数 库存量 재고량 المخزون varasto
soldout ausverkauft épuisé agotado esaurito esgotado uitverkocht wyprzedane slutsåld vyprodáno tükendi распродано 売り切れ 售罄 품절 نفد
shipping versandkosten lieferkosten envío frete verzendkosten wysyłka wysylka frakt doprava kargo пересылка 送料 运费 배송비
delivery lieferzeit lieferfrist zustellung entrega consegna bezorging levertijd dostawa doručení leveranstid 納期 交货 배달 التوصيل toimitus
return rückgabe rueckgabe rücksendung ruecksendung retoure widerruf devolución reso resi devolução zwrot zwroty vrácení iade возврат 返品 退货 반품 إرجاع palautus
refund erstattung rückerstattung rueckerstattung remboursement reembolso rimborso terugbetaling återbetalning refundacja vrácení refundace 返金 退款 환불 استرداد
warranty gewährleistung gewaehrleistung garantia záruka garancia takuu 보증 ضمان гарантия garantiezeit
brand hersteller märke marka značka merknaam brändi марка 商标 상표
manufacturer hersteller fabrikant výrobce tillverkare üretici valmistaja producent изготовитель 製造元 生产商 제조업체
model modell modelo modello malli модель モデル 型号 모델 الطراز modellbezeichnung
color farbton farben coloris barwa färger renkler カラー 색깔 لون
size größe groesse größen groessen pointure tamaño taglia maat maten rozmiar storlek velikost beden boyut размер サイズ 尺码 사이즈 المقاس koko størrelse
quantity menge stückzahl stueckzahl quantité cantidad quantità quantidade hoeveelheid ilość kvantitet množství adet miktar количество 数量 수량 الكمية määrä
number nummer numéro numer číslo numara номер 番号 号码 编号 번호 رقم
unit einheit unidad unità eenheid jednostka enhet jednotka birim единица 単位 单位 단위 الوحدة yksikkö
rating kundenbewertung gesamtbewertung évaluation valoración avaliação waardering ocena oceny hodnocení değerlendirme puan рейтинг 评价 평가 التقييم arvosana
reviews rezensionen kundenmeinungen erfahrungsbericht opiniones recensioni recenzja recenzje opinie recensies recension recenze yorumlar отзыв отзывы レビュー 口コミ 评论 리뷰 후기 مراجعات arvostelu
customer client kunde kunden klant klanten klient klienci zákazník müşteri клиент заказчик 顧客 客户 고객 العميل asiakas
product produkt produit producto prodotto produto výrobek ürün товар продукт 製品 商品 产品 제품 상품 المنتج tuote
article artikel artículo articolo artigo artykuł artykul článek makale статья 記事 文章 기사 مقال artikkeli
service dienst dienstleistung dienstleistungen prestation servicio servizio servizi serviço dienstverlening usługa usluga usługi uslugi tjänst služba služby hizmet услуга услуги サービス 服务 서비스 خدمة palvelu
category rubrique kategorien catégorie categoría kategori категория カテゴリ カテゴリー 分类 类别 카테고리 الفئة luokka
tags schlagwörter schlagwoerter schlagworte stichwort stichwörter stichwoerter etiqueta etichetta trefwoord trefwoorden tagi nyckelord štítky etiket теги метки タグ 标签 태그 وسم avainsana
topic thema themen thème tema argomento assunto onderwerp temat tematy konu тема テーマ 主题 话题 주제 موضوع aihe ämne
comments kommentar commentaire comentario commento commenti reactie komentarz komentář yorum комментарий コメント 评论 댓글 تعليق تعليقات kommentti
answer reply antwort antworten réponse respuesta risposta risposte resposta antwoord odpowiedź odpowiedzi svar odpověď yanıt yanit cevap ответ ответы 回答 返信 回复 답변 إجابة vastaus
posts beitrag beitraege publicaciones wpis wpisy inlägg příspěvek příspěvky gönderi 投稿 帖子 게시물 게시글 منشور julkaisu
views aufrufe seitenaufrufe vues visualizaciones visualizzazioni visualizações weergaven wyświetlenia odsłony odslony visningar zobrazení görüntülenme просмотры просмотров 閲覧数 浏览量 조회수 مشاهدات katselukerrat
likes curtidas polubienia beğeni лайки лайков いいね 点赞 좋아요 إعجاب gillamarkeringar tykkäykset
followers abonnenten abonnés seguidores volgers obserwujący följare sledující takipçi подписчики フォロワー 粉丝 팔로워 متابعين seuraajat
members mitglied mitglieder membre miembro membro membri członek czlonek członkowie czlonkowie medlem medlemmar člen členové üye участники メンバー 会员 成员 회원 عضو أعضاء jäsen
question frage fragen pregunta domanda domande pergunta vraag vragen pytanie pytania fråga frågor otázka otázky soru вопрос вопросы 質問 问题 질문 سؤال kysymys
votes stimmen abstimmungen votos voti stemmen głosy glosy hlasy голоса голосов 投票 票数 투표 أصوات ääntä
reading readtime lesezeit lesedauer leestijd lectura lettura leitura czytania czytanie lästid čtení okuma чтение чтения 読了時間 阅读时间 lukuaika
published veröffentlicht veroeffentlicht veröffentlichungsdatum veroeffentlichungsdatum publiziert erschienen publié publicado publicada pubblicato gepubliceerd publicatiedatum opublikowano publicerad publikováno zveřejněno yayınlanma yayinlanma опубликовано 公開日 投稿日 发布时间 发布日期 게시일 julkaistu
updated aktualisiert aktualisierung geändert geaendert actualisé actualizado actualización aggiornato aggiornamento atualizado atualização bijgewerkt gewijzigd zaktualizowano aktualizacja uppdaterad aktualizováno güncelleme güncellendi обновлено 更新日 更新时间 업데이트 수정일 تحديث päivitetty
created erstellt erstellungsdatum angelegt créé creado creato criado aangemaakt utworzono skapad vytvořeno oluşturulma создано 作成日 创建时间 생성일
deadline frist stichtag bewerbungsfrist bewerbungsschluss anmeldeschluss einsendeschluss échéance plazo scadenza prazo sluitingsdatum ansökningsdag uzávěrka дедлайн 締切 申込期限 截止日期 마감일
start beginn anfang startdatum anfangsdatum inicio inizio comienzo aanvang rozpoczęcie początek början začátek başlangıç başlangiç начало 開始 开始 开始时间 시작 시작일 بداية aloitus
end enddatum fim einde einddatum koniec zakończenie slutdatum konec bitiş окончание конец 終了 结束 结束时间 종료 종료일 نهاية
duration laufzeit zeitdauer durée duración durata duração duur looptijd trwania varaktighet trvání délka süre длительность продолжительность 所要時間 时长 소요시간 مدة kesto
participants teilnehmer teilnehmende teilnehmerzahl partecipanti deelnemers uczestnik uczestnicy deltagare účastník účastníci katılımcı katilimci участники 参加者 参与者 참가자 المشاركون osallistujat
registration anmeldung registrierung inscripción iscrizione inscrição aanmelding inschrijving rejestracja zapisy anmälan registrace přihláška kayıt kayit регистрация 申し込み 申込 报名 注册 등록 신청 تسجيل ilmoittautuminen
speaker referent referentin referenten redner conférencier intervenant ponente orador relatore relatori palestrante spreker prelegent prelegenci talare föreläsare přednášející konuşmacı konuşmaci спикер докладчик 登壇者 讲者 演讲者 연사 المتحدث puhuja
teacher lehrer lehrerin dozent dozentin kursleiter enseignant formateur profesor professore insegnante docente leraar nauczyciel prowadzący lärare učitel lektor öğretmen eğitmen преподаватель учитель 講師 教師 教师 강사 المعلم opettaja
coach entrenador entrenadora entraîneur allenatore treinador trener tränare antrenör тренер コーチ 教练 감독 المدرب valmentaja
organizer veranstalter organisateur organizador organizzatore organisator organizator arrangör pořadatel düzenleyen организатор 主催 主催者 主办方 主办单位 주최 المنظم järjestäjä
event veranstaltung veranstaltungen événement evento eventi wydarzenie wydarzenia evenemang událost akce etkinlik мероприятие событие イベント 活动 행사 이벤트 فعالية tapahtuma
venue veranstaltungsort austragungsort tagungsort spielort salle recinto locatie mekan площадка 会場 场馆 场地 행사장 tapahtumapaikka
ticket eintrittskarte eintritt billet boleto entrada biglietto biglietti bilhete ingresso kaartje bilet bilety biljett biljetter vstupenka vstupné билет билеты チケット 门票 티켓 تذكرة تذاكر lippu
course kurs kurse lehrgang curso corso corsi cursus kursy kursus курс курсы コース 講座 课程 강좌 과정 دورة kurssi
training schulung weiterbildung fortbildung formación formazione formação opleiding szkolenie szkolenia utbildning školení eğitim обучение 研修 培训 교육 تدريب koulutus
education ausbildung bildungsabschluss abschluss educación istruzione educação onderwijs wykształcenie wyksztalcenie vzdělání öğrenim образование 学歴 学历 학력 التعليم
lesson lektion lektionen unterrichtseinheit leçon lección lezione lezioni lição lekcja lekcje lekce урок уроки занятие レッスン 课时 수업 درس دروس oppitunti
module módulo moduł модуль モジュール 模块 모듈 وحدة moduuli
level niveau stufe nivel livello poziom nivå úroveň seviye уровень レベル 级别 等级 수준 레벨 مستوى taso
difficulty schwierigkeit schwierigkeitsgrad difficulté dificultad difficoltà dificuldade moeilijkheid moeilijkheidsgraad trudność svårighetsgrad obtížnost náročnost zorluk сложность 難易度 难度 난이도 صعوبة vaikeusaste
requirements voraussetzung voraussetzungen anforderungen exigences prérequis requisito requisiti vereisten wymagania wymagane krav požadavky gereksinimler требования 必要条件 応募資格 要求 요구사항 자격요건 متطلبات المتطلبات vaatimukset
skills fähigkeiten faehigkeiten kenntnisse kompetenzen compétences habilidades competencias competenze vaardigheden umiejętności kompetencje färdigheter dovednosti beceriler навыки スキル 技能 기술 مهارات taidot
experience erfahrung berufserfahrung experiencia esperienza ervaring doświadczenie erfarenhet zkušenosti praxe deneyim tecrübe опыт 経験 经验 경력 경험 خبرة kokemus
tasks responsibilities aufgaben aufgabengebiet tätigkeiten taetigkeiten tareas responsabilidades compiti responsabilità mansioni werkzaamheden zadania obowiązki arbetsuppgifter úkoly sorumluluklar обязанности задачи 業務内容 仕事内容 职责 업무 담당업무 مهام tehtävät
ingredient zutaten składniki skladniki ingredience ингредиент 食材 재료 المكونات مكونات içindekiler ainesosat
steps schritt arbeitsschritte étapes paso passaggio passaggi passi passo stap stappen krok kroki steg kroky adım adim adımlar adimlar шаг шаги 手順 步骤 단계 خطوة خطوات vaihe vaiheet
recipe rezept recette receta ricetta receita recept przepis рецепт レシピ 食谱 菜谱 레시피 وصفة resepti
preparation zubereitungszeit preparación preparo bereidingstijd przygotowania příprava hazırlık hazirlik förberedelsetid подготовка 準備時間 调理时间 준비시간 التحضير
servings portionen porciones porções porties porcji porcja porce kişilik порция 인분 حصص annokset
calories kalorien kalorie calorías calorieën kalorii калории калорийность カロリー 卡路里 热量 칼로리 سعرات kalorit
menu speisekarte getränkekarte getraenkekarte menukaart cardápio ementa jadłospis jadlospis meny jídelní меню メニュー 菜单 메뉴 قائمة ruokalista
tools werkzeug outil herramienta strumento strumenti ferramenta gereedschap narzędzie narzędzia verktyg nástroj инструмент инструменты ツール 工具 도구 أدوات työkalut
equipment ausstattung ausrüstung ausruestung équipement equipamiento attrezzatura equipamento uitrusting wyposażenie utrustning vybavení donanım donanim оборудование оснащение 設備 装备 设备 장비 معدات varusteet
download herunterladen télécharger téléchargement descargar descarga scaricare scarica baixar downloaden pobierz pobrania ladda stáhnout stažení indir скачать загрузка ダウンロード 下载 다운로드 تحميل تنزيل lataa
file datei dateien fichier archivo plik pliki ficheiro arquivo soubor dosya файл файлы ファイル 文件 파일 ملف tiedosto
document dokument unterlagen documento documenti documenten dokumenty belge документ документы 書類 资料 文档 문서 مستند وثيقة asiakirja
license lizenz lizenzen licencia licenza licença licentie licencja licens lisans лицензия ライセンス 许可证 라이선스 ترخيص رخصة lisenssi
version fassung versionsnummer versão versie wersja verze sürüm версия バージョン 版本 버전 إصدار الإصدار versio
release erscheinungstermin veröffentlichung veroeffentlichung sortie lanzamiento estreno uscita lançamento uitgave wydanie premiera utgivning vydání релиз リリース 发布 上映 출시 إطلاق julkaisupäivä
changelog änderungen aenderungen änderungsprotokoll aenderungsprotokoll changements cambios modifiche alterações wijzigingen zmiany ändringar změny değişiklikler изменения 変更履歴 更新日志 변경사항 muutokset
team équipe equipo squadra zespół zespól drużyna tým takım takim команда チーム 团队 球队 팀원 فريق الفريق joukkue tiimi mannschaft
employees mitarbeiter mitarbeitende mitarbeiterin mitarbeiterzahl beschäftigte beschaeftigte employés effectif empleados dipendenti funcionários empregados colaboradores medewerkers werknemers pracownicy pracowników anställda medarbetare zaměstnanci çalışan çalişan сотрудники сотрудников 従業員 従業員数 员工 员工人数 직원 직원수 الموظفين henkilöstö
founder gründer gruender gründerin gruenderin fondateur fundador fondatore fondatori oprichter założyciel zalożyciel założyciele grundare zakladatel kurucu основатель основатели 創業者 創設者 创始人 설립자 창업자 المؤسس perustaja
founded gegründet gegruendet gründung gruendung gründungsjahr gruendungsjahr fondée fondé fundada fundado fondata fondato opgericht oprichting założona zalożona założono zalożono założenia zalożenia grundat grundades založeno založení kuruluş основана основано основан 設立 創業 成立 成立时间 설립 설립일 تأسست التأسيس perustettu
headquarters hauptsitz firmensitz unternehmenssitz stammsitz sede hoofdkantoor siedziba huvudkontor sídlo merkez 本社 总部 본사 المقر pääkonttori
office büro buero geschäftsstelle geschaeftsstelle bureau bureaux oficina ufficio uffici escritório kantoor biuro kontor kancelář ofis офис オフィス 办公室 사무실 مكتب toimisto
branch filiale filialen niederlassung zweigstelle succursale agence sucursal vestiging vestigingen filiaal oddział oddzial oddziały oddzialy filia pobočka pobočky şube филиал филиалы 支店 分店 分公司 지점 فرع فروع toimipiste
store geschäft geschaeft magasin boutique tienda negozio negozi loja winkel sklep sklepy butik butiker obchod mağaza магазин 店舗 商店 매장 متجر myymälä
seller verkäufer verkaeufer anbieter vendeur vendedor venditore verkoper sprzedawca sprzedający säljare prodejce prodávající satıcı satici продавец 販売者 卖家 판매자 البائع myyjä
supplier lieferant lieferanten zulieferer fournisseur proveedor fornitore fornecedor leverancier dostawca leverantör dodavatel tedarikçi поставщик サプライヤー 供应商 공급업체 المورد
partner partnerunternehmen kooperationspartner partenaire socio parceiro partnerzy partneři ortak партнер партнеры パートナー 合作伙伴 파트너 شريك kumppani
certificate zertifikat zertifizierung certificado certificato certificazione certificazioni certificaat certyfikat certyfikaty certifikat sertifika сертификат сертификаты 認証 証明書 证书 认证 인증 자격증 شهادة sertifikaatti
award auszeichnung auszeichnungen preisträger preistraeger récompense premio onderscheiding nagroda nagrody utmärkelse ocenění ödül награда награды премия 受賞 奖项 수상 جائزة palkinto
project projekt projet proyecto progetto progetti projeto projekty proje проект проекты プロジェクト 项目 프로젝트 مشروع مشاريع projekti hanke
reference referenzen referencias referenze referentie referencje referenser odkazy kaynakça 参考文献 参考資料 参考 참고 المراجع viitteet
benefit vorteil avantage ventaja beneficio vantaggio vantaggi vantagens voordeel voordelen korzyść korzyści zalety fördelar förmåner výhoda výhody avantajlar преимущества 福利厚生 メリット 福利 优势 장점 복리후생 مزايا المزايا edut
disadvantage cons nachteil inconvénient desventaja contras svantaggi desvantagens nadeel nadelen wady nackdelar nevýhody недостатки デメリット 缺点 단점 عيوب haitat
feature merkmale eigenschaft eigenschaften funktionen leistungsmerkmale caractéristique fonctionnalité característica funcionalidades caratteristica caratteristiche funzionalità kenmerk kenmerken cecha cechy funkcje egenskaper funktioner vlastnosti funkce özellik özellikler характеристики функции 特徴 機能 特点 功能 특징 기능 الميزات ominaisuudet
specification datenblatt especificaciones especificação especificações specifiche specificatie specyfikacja specifikationer specifikace спецификация 仕様 スペック 规格 参数 사양 المواصفات
package paket leistungspaket forfait paquete pacchetto pacchetti pacote pakket pakketten pakiet pakiety balíček balíčky пакет パッケージ 套餐 패키지 باقة paketti
plan tarife abonnement abo suscripción abbonamento assinatura subskrypcja prenumeration předplatné abonelik тариф подписка プラン 요금제 구독 اشتراك خطة tilaus
fee gebühr gebuehr gebühren gebuehren teilnahmegebühr teilnahmegebuehr frais tasa tarifa tariffa taxa vergoeding opłata oplata opłaty oplaty avgift poplatek ücret комиссия 手数料 参加費 费用 手续费 수수료 참가비 رسوم maksu
cost kosten gesamtkosten coût costo costi custo koszt koszty kostnad kostnader náklady maliyet расходы 費用 成本 비용 التكلفة kustannukset
tax steuer steuern mehrwertsteuer mwst ust impôt tva impuesto iva imposta imposto belasting btw podatek vat skatt daň dph vergi kdv налог ндс 税金 消費税 税费 세금 부가세 ضريبة الضريبة vero
total summe gesamtsumme gesamtbetrag gesamtpreis endsumme insgesamt totaal totaalbedrag suma razem łącznie lącznie summa celkem součet toplam итого всего 合計 总计 合计 합계 총액 المجموع الإجمالي yhteensä
amount betrag betraege montant importo monto valor bedrag kwota belopp částka tutar сумма 金額 金额 금액 المبلغ summa
payment zahlung bezahlung zahlungsart zahlungsarten zahlungsmethode paiement pago pagamento pagamenti betaling betaalmethode betaalwijze płatność platność płatności platności betalning platba platby ödeme оплата платеж 支払い 支払方法 付款 支付 결제 الدفع maksutapa
order bestellung bestellnummer auftrag pedido ordine encomenda bestelling zamówienie beställning objednávka sipariş заказ 注文 订单 주문 طلب
currency währung waehrung monnaie moeda munt waluta měna валюта 通貨 货币 币种 통화 العملة valuutta
minimum mindestens mindest minimal mínimo minimaal minste minimalny minimální asgari минимум минимальный 最小 最低 최소 الأدنى vähintään
maximum höchstens hoechstens maximal máximo massimo maximaal maksymalny maksimum högst maximální azami максимум максимальный 最大 最高 최대 الأقصى enintään
average durchschnitt durchschnittlich moyenne promedio gemiddeld średnia średni genomsnitt průměr průměrný ortalama средний среднее 平均 평균 متوسط المتوسط keskiarvo
years jahre jahren années años anni jaren roky лет годы 年間 년간 سنوات vuotta
weeks woche wochen semaine semana settimana settimane weken tydzień tygodnie vecka veckor týden týdny týdnů hafta неделя недели недель 週間 星期 أسبوع أسابيع viikko
months monat monaten mois meses mesi maand maanden miesiąc miesięcy månad månader měsíc měsíců месяц месяца месяцев ヶ月 个月 개월 شهر أشهر kuukausi
days tagen werktage werktagen jour día giorno giorni dagen dni dzień dagar dny дней дня 日間 أيام päivää
hours stunde stunden heure hora uur uren godzina godzin timme timmar hodina hodin hodiny saat час часов 時間 小时 시간 ساعة ساعات tuntia
minutes minuten minuto minuti minuta minuty minuuttia minuter dakika минута минут минуты 分钟 دقيقة دقائق
next nächste naechste nächster naechster folgende suivant próximo próxima siguiente prossimo prossima successivo volgende następny następna następne nästa další příští sonraki следующий следующая 下一页 下一篇 다음 التالي seuraava
previous vorherige vorheriger zurück zurueck précédent anterior vorige poprzedni föregående předchozí önceki предыдущий предыдущая 前へ 上一页 上一篇 이전 السابق edellinen
related ähnlich aehnlich verwandt similaires associés relacionado relacionadas correlati correlato simili gerelateerd powiązane podobne relaterade relaterat související ilgili benzer похожие связанные 関連 関連記事 相关 相关文章 관련
recommended empfohlen empfehlung empfehlungen recommandé recommandations recomendado recomendaciones consigliato consigliati raccomandato aanbevolen aanrader polecane polecany zalecane rekommenderas doporučeno doporučené önerilen рекомендуем рекомендуемые おすすめ 推荐 추천 suositellaan
popular beliebt beliebteste meistgelesen populaire popolare popolari popularne popularny populära oblíbené populární popüler популярные популярное 人気 热门 인기 شائع suosittu
latest newest neueste neuesten aktuelle derniers récents últimas últimos recientes ultime ultimi recenti nieuwste laatste najnowsze ostatnie senaste nejnovější güncel последние свежие 最新 최신 الأحدث uusimmat
news nachricht nachrichten neuigkeiten actualité noticia notizia notizie nieuws aktualności wiadomości nyheter zprávy aktuality haberler новости ニュース 新闻 뉴스 أخبار uutiset
section abschnitt rubrik ressort sección sezione seção secção sectie sekcja dział dzial avsnitt sekce oddíl bölüm раздел секция セクション 章节 섹션 القسم osio
chapter kapitel chapitre capítulo capitolo capitoli hoofdstuk hoofdstukken rozdział rozdzial rozdziały rozdzialy kapitola kapitoly глава главы チャプター 章节 챕터 فصل الفصل luku
toc contents inhaltsverzeichnis inhalt sommaire índice contenido conteúdo inhoudsopgave inhoud spis treści innehåll innehållsförteckning obsah içindekiler содержание оглавление 目次 目录 목차 المحتويات sisällys sisällysluettelo
source quelle quellen quellenangabe fuente fonte fonti bron bronnen źródło źródlo źródła źródla källa källor zdroj kaynak источник источники 出典 来源 출처 المصدر مصدر lähde
image bilder abbildung fotos imágenes imagem immagini afbeeldingen zdjęcie zdjęcia obraz obrazek bilden obrázky fotografie görsel resim фото изображение 画像 写真 图片 照片 이미지 사진 صورة صور kuva
video filmik videoclip wideo видео 動画 ビデオ 视频 동영상 비디오 فيديو videot
link verweis enlace collegamento ligação koppeling odnośnik länk länkar odkaz bağlantı bağlanti ссылка ссылки リンク 链接 링크 رابط linkki
website webseite internetseite internetauftritt webbplats hemsida webová webovky сайт ウェブサイト ホームページ 网站 网址 웹사이트 홈페이지 verkkosivu
page seite seiten página pagine strona stron sidor stránka stran stránky sayfa страница ページ 页码 페이지 صفحة sivu
description kurzbeschreibung produktbeschreibung beschreibungen descripción descrição beschrijving beskrivelse popis açıklama açiklama описание 概要 简介 설명 الوصف kuvaus
summary zusammenfassung kurzfassung überblick ueberblick resumen riassunto sommario resumo samenvatting podsumowanie streszczenie sammanfattning shrnutí özet резюме 要約 摘要 요약 ملخص الملخص yhteenveto
introduction einleitung einführung einfuehrung introducción introduzione introdução inleiding wstęp wprowadzenie inledning úvod giriş введение はじめに 引言 소개 مقدمة johdanto
details einzelheiten detalles dettagli detalhes szczegóły szczególy detaljer podrobnosti ayrıntılar ayrintilar detaylar подробности детали 詳細 详情 상세 التفاصيل تفاصيل tiedot
information informationen infos renseignements información informazioni informação informações informatie informacje informacja tietoa informace bilgi информация 情報 信息 정보 معلومات
note hinweis hinweise anmerkung anmerkungen bemerkung remarque observaciones observações opmerking opmerkingen uwaga uwagi anmärkning poznámka poznámky примечание примечания 備考 注意事項 备注 비고 ملاحظة ملاحظات huomautus
tip tipp conseil consejo consiglio consigli dica wskazówka wskazówki porada porady rady совет советы ヒント コツ 提示 نصيحة نصائح vinkki
example beispiel exemple ejemplo esempio esempi exemplo voorbeeld voorbeelden przykład przyklad przykłady przyklady exempel příklad příklady örnek пример примеры 示例 例子 예시 예제 مثال أمثلة esimerkki
instruction anweisung anleitungen gebrauchsanweisung instrucciones istruzioni instruções instructies handleiding instrukcja instrukcje návod pokyny talimatlar инструкция 使い方 说明书 사용법 تعليمات ohjeet
status bearbeitungsstand statut estado stato stav durum статус состояние ステータス 状態 状态 상태 الحالة tila
condition zustand état estado condizione condizioni condição toestand kondycja skick stav durumu состояние コンディション 成色 상태 الحالة kunto
terms bedingungen teilnahmebedingungen nutzungsbedingungen agb condiciones términos condizioni condições voorwaarden warunki regulamin villkor podmínky koşullar условия 利用規約 条款 약관 الشروط شروط ehdot
type typen sorte tipo soort rodzaj typu druh türü тип вид 種類 类型 유형 종류 النوع نوع tyyppi
language sprachen langues idiomas lingue língua talen język języki jazyk jazyky diller dili языки 言語 语种 언어 اللغة kieli
material materialien werkstoff matériau matériaux materiali materialen tworzywo materiały materialy материалы 原材料 材料 자재
weight gewicht nettogewicht füllmenge fuellmenge masa ciężar tyngd váha ağırlığı ağirliği масса 净重 중량 وزن
length länge laenge longueur lunghezza comprimento lengte długość dlugość längd délka uzunluk длина 長さ 长度 길이 الطول pituus
height körpergröße koerpergroesse výška wzrost рост 身長 身高 신장
dimensions abmessungen maßangaben massangaben medidas dimensioni misure dimensões afmetingen wymiary mått rozměry boyutlar ölçüler размеры габариты 寸法 尺寸 치수 الأبعاد mitat
capacity kapazität kapazitaet fassungsvermögen fassungsvermoegen capacité contenance capacidad capacità capaciteit pojemność kapacitet kapacita kapasite емкость вместимость 容量 定員 용량 السعة kapasiteetti
power leistung motorleistung puissance potencia potenza vermogen moc effekt výkon güç мощность 出力 功率 출력 القوة teho
vehicle fahrzeug véhicule voiture vehículo coche veicolo veículo carro voertuig pojazd samochód fordon vozidlo araç автомобиль 車両 车辆 차량 المركبة سيارة ajoneuvo
room zimmer zimmeranzahl räume raeume habitación stanze quarto kamers pokój pokoi oda комната комнат 部屋 房间 객실 غرفة غرف huone
apartment wohnung wohnungen appartement apartamento piso appartamento mieszkanie lägenhet byt daire квартира マンション 公寓 아파트 شقة asunto
house haus maison casa huis hus dům talo дом 一戸建て 房屋 주택 منزل einfamilienhaus
floor stockwerk etage geschoss planta andar verdieping piętro våning patro podlaží этаж 階数 楼层 층수 الطابق kerros
area wohnfläche wohnflaeche grundfläche grundflaeche nutzfläche nutzflaeche grundstücksfläche grundstuecksflaeche superficie metraż bostadsyta plocha 建物面積 建筑面积 전용면적 مساحة
rent miete kaltmiete warmmiete nettomiete loyer alquiler affitto aluguel arrendamento huur huurprijs czynsz wynajem hyra nájem аренда 家賃 租金 월세 임대료 الإيجار vuokra
deposit kaution anzahlung dépôt fianza caparra caução waarborgsom kaucja zadatek kauce depozito залог депозит 敷金 押金 보증금 التأمين vakuus
parking parkplatz parkplaetze stellplatz stellplaetze stationnement aparcamiento estacionamiento parcheggio estacionamento parkeerplaats parkeren parkering parkování otopark парковка 駐車場 停车场 停车位 주차 주차장 pysäköinti
reservation reservierung buchung tischreservierung reserva prenotazione prenotazioni reservering rezerwacja bokning rezervace rezervasyon бронирование бронь 予約 预订 预约 예약 الحجز حجز varaus
arrival anreise ankunft arrivée llegada arrivo chegada aankomst przyjazd przylot ankomst příjezd прибытие прилет 到着 到达 도착 الوصول saapuminen
departure abreise abfahrt abflug départ salida partenza vertrek odjazd odlot wyjazd avgång odjezd kalkış kalkiş отправление вылет 出発 出发 출발 المغادرة lähtö
distance entfernung strecke distanz distancia distanza afstand odległość odleglość dystans avstånd sträcka vzdálenost mesafe uzaklık uzaklik расстояние дистанция 距離 距离 거리 المسافة matka etäisyys
route wegbeschreibung anfahrt itinéraire itinerario ruta percorso routebeschrijving trasa dojazd rutt güzergah маршрут ルート 路线 경로 오시는길 الطريق reitti
map karte landkarte lageplan mapa mappa kaart plattegrond karta harita карта 地図 地图 지도 خريطة kartta
persons personen personenzahl personnes personas pessoas osoby osób personer kişi человек 人数 인원 أشخاص henkilöä
age altersgruppe lebensalter edad età idade leeftijd wiek ålder věk yaş возраст 年齢 年龄 나이 연령 العمر
birthdate geburtsdatum geburtstag geburtsjahr naissance nacimiento nascita nascimento geboortedatum urodzenia urodzony född födelsedatum narození doğum рождения 生年月日 出生日期 생년월일 الميلاد syntymäaika
gender geschlecht género sesso geslacht płeć pleć kön pohlaví cinsiyet 性別 性别 성별 الجنس sukupuoli sexo
nationality staatsangehörigkeit staatsangehoerigkeit nationalität nationalitaet nationalité nacionalidad nazionalità nationaliteit narodowość obywatelstwo nationalitet národnost uyruk национальность гражданство 国籍 국적 الجنسية kansalaisuus
biography lebenslauf biografie biographie biografía życiorys levnadsbeskrivning životopis biyografi биография 経歴 プロフィール 简历 个人简介 약력 سيرة elämäkerta
manager leiter leiterin geschäftsführer geschaeftsfuehrer geschäftsführung geschaeftsfuehrung geschäftsführerin geschaeftsfuehrerin directeur gérant responsable gerente responsabile amministratore bedrijfsleider kierownik dyrektor prezes verkställande ředitel jednatel müdür руководитель менеджер 代表取締役 总经理 대표이사 المدير johtaja
ceo vorstand vorstandsvorsitzender pdg presidente bestuursvoorzitter zarząd styrelse představenstvo 社長 首席执行官 대표 الرئيس toimitusjohtaja
department abteilung fachbereich département departamento dipartimento afdeling oddział oddzial wydział wydzial avdelning oddělení bölüm departman отдел 部署 部门 부서 قسم osasto
industry branchen wirtschaftszweig secteur sector industria settore setor bedrijfstak branża branże bransch odvětví obor sektör отрасль 業種 業界 行业 업종 산업 قطاع القطاع toimiala
revenue umsatz umsaetze jahresumsatz facturación ingresos fatturato ricavi faturamento omzet przychody obrót omsättning obrat tržby ciro выручка оборот 売上 売上高 营业额 营收 매출 الإيرادات liikevaihto
profit gewinn jahresüberschuss jahresueberschuss bénéfice ganancia profitto lucro winst zysk vinst zisk прибыль 利益 利润 이익 الأرباح voitto
salary vergütung verguetung lohn bruttogehalt jahresgehalt rémunération retribución retribuzione vencimento salaris pensja zarobki mzda palkka ücret оклад 年収 月給 薪水 薪资
employment beschäftigungsart beschaeftigungsart anstellungsart arbeitsverhältnis arbeitsverhaeltnis vertragsart contrat contrato contratto dienstverband zatrudnienie umowa anställningsform úvazek istihdam занятость 雇用形態 工作性质 고용형태 työsuhde
fulltime vollzeit voltijd heltid 正社員 全职 정규직 kokoaikainen
remote telearbeit télétravail teletrabajo smartworking telelavoro thuiswerken zdalna zdalnie distansarbete uzaktan удаленно удалённая リモート 在宅勤務 远程 재택근무 etätyö
application bewerbung bewerbungen candidature candidatura solicitud sollicitatie ansökan başvuru заявка 応募 申请 hakemus
goal ziel objectif objetivo obiettivo obiettivi doel doelen doelstelling cele cíl hedef цель цели 目標 目标 목표 الهدف الأهداف tavoite
result ergebnis ergebnisse résultat resultado risultato risultati resultaat resultaten wynik wyniki výsledek výsledky результат результаты 結果 结果 결과 النتيجة نتائج tulos
player spieler spielerin joueur jugador giocatore giocatori jogador speler zawodnik piłkarz pilkarz spelare hráč oyuncu игрок игроки 選手 球员 선수 لاعب pelaaja
match spiel begegnung partido partita partite jogo wedstrijd wedstrijden mecz zápas maç матч 試合 比赛 경기 مباراة ottelu
points punkte punktzahl puntos punti pontos punten punkty poäng puan очки баллы ポイント 得点 积分 점수 نقاط pisteet
season saison saisonen temporada stagione seizoen sezon säsong sezóna сезон シーズン 赛季 시즌 موسم kausi
episode folge episoden episodio episodi aflevering afleveringen odcinek odcinki avsnitt díl epizoda эпизод серия エピソード 剧集 에피소드 حلقة jakso
series reihe buchreihe colección coleção reeks cykl seria dizi серия シリーズ 丛书 系列 시리즈 سلسلة sarja
book buch bücher buecher livre libro libri livro boek boeken książka książki bok böcker kniha knihy kitap книга книги 書籍 图书 도서 كتاب كتب kirja
translator übersetzer uebersetzer übersetzerin uebersetzerin übersetzung uebersetzung traducteur traductrice traduction traductor traductora traducción traduttore traduzione tradutor tradução vertaler vertaling tłumacz tlumacz tłumaczenie tlumaczenie przekład przeklad översättare översättning překladatel překlad çevirmen çeviri переводчик перевод 翻訳 翻訳者 訳者 译者 옮긴이 번역 المترجم kääntäjä
editor herausgeber herausgeberin redakteur redaktion rédacteur rédaction redactor redacción redattore redazione redação redactie redaktor redakcja redaktorka редактор 編集者 编辑 편집자 المحرر
edition auflage ausgabe edición edizione edição editie uitgave wydanie utgåva upplaga vydání baskı baski издание 版次 الطبعة
cast besetzung schauspieler schauspielerin darsteller acteurs actores reparto attori interpreti atores obsada aktorzy skådespelare rollista obsazení herci oyuncular актеры 出演 キャスト 主演 演员 출연 배우 الممثلين näyttelijät
director réalisateur réalisatrice realizador diretor regisseurin reżyser reżyseria regissör režie režisér yönetmen المخرج ohjaaja ohjaus
artist künstler kuenstler künstlerin kuenstlerin artista artisti kunstenaar artiest artysta konstnär umělec sanatçı sanatçi художник исполнитель アーティスト 艺术家 아티스트 الفنان taiteilija
film spielfilm películas pellicola фильм фильмы 映画 电影 영화 فيلم elokuva
genre gattung gênero gatunek žánr türü жанры 题材 النوع lajityyppi
university universität universitaet hochschule université universidad università universiteit hogeschool uczelnia uniwersytet universitet högskola univerzita университет вуз 大学 대학교 الجامعة yliopisto
school schule schulen école escuela colegio scuola escola szkoła szkola szkoły szkoly skola okul школа 学校 학교 مدرسة koulu
student schüler schueler schülerin schuelerin studierende studenten étudiant élève estudiante alumno studenti aluno leerling leerlingen uczeń uczniowie studenci studerande žák žáci öğrenci студент студенты 学生 生徒 학생 수강생 الطلاب opiskelija
keywords schlüsselwörter schluesselwoerter schlüsselbegriffe schluesselbegriffe kluczowe sleutelwoorden klíčová ключевые キーワード 关键词 키워드 asiasanat
appointment terminvereinbarung rendezvous cita appuntamento agendamento afspraak wizyta tidsbokning schůzka randevu 予約日時 موعد ajanvaraus
date tarih päivämäärä 日時 일자 일시 تاريخ termin
time uhrzeit zeitpunkt heure hora orario tijdstip godzina klockslag čas zaman время 時刻 时间 시각 الوقت وقت kellonaika
schedule zeitplan ablauf ablaufplan stundenplan calendrier cronograma calendario harmonogram rozkład rozklad rozvrh takvim расписание график スケジュール 日程 时间表 일정 الجدول جدول aikataulu
program programm programa programma programy ohjelma программа プログラム 节目 议程 프로그램 برنامج
doctor arzt ärztin aerztin aerzte médecin docteur médico medici lekarz läkare lékař doktor hekim врач врачи 医師 医生 의사 الطبيب lääkäri
specialty fachgebiet fachrichtung schwerpunkt spécialité especialidad specialità specializzazione specialisme specialisatie specjalizacja specjalność specialitet specializace uzmanlık uzmanlik специализация специальность 専門分野 診療科 专业 科室 전공 진료과 التخصص erikoisala
owner eigentümer eigentuemer inhaber inhaberin besitzer propriétaire propietario dueño proprietario titolare eigenaar właściciel wlaściciel ägare majitel vlastník sahibi владелец собственник 所有者 オーナー 业主 소유자 المالك omistaja
population einwohner einwohnerzahl bevölkerung bevoelkerung habitants población abitanti popolazione população inwoners bevolking ludność mieszkańcy mieszkańców invånare befolkning obyvatel nüfus население 人口 인구 السكان asukasluku
origin herkunft herkunftsland ursprung ursprungsland origen procedencia provenienza origem herkomst pochodzenie původ menşei происхождение 原産国 产地 원산지 المنشأ alkuperä
accessories zubehör zubehoer accessoire accesorio acessórios toebehoren akcesoria tillbehör příslušenství aksesuar аксессуары 付属品 アクセサリー 配件 액세서리 ملحقات lisävarusteet
variant ausführung ausfuehrung varianten variantti wariant warianty utförande varianta seçenek вариант バリエーション 款式 옵션 الخيارات
included lieferumfang enthalten inklusive inbegriffen compris inclus incluido incluye inclusief inbegrepen zawiera zawartość ingår obsahuje dahil включено комплектация 付属 包含 포함 يشمل sisältää
free kostenlos kostenfrei gratis gratuit gratuito gratuita bezpłatny bezplatny bezpłatnie bezplatnie darmowy zdarma ücretsiz бесплатно 無料 免费 무료 مجاني مجانا ilmainen maksuton
sale schlussverkauf sonderangebot promoción promozione promoção promocja wyprzedaż výprodej kampanya распродажа акция セール 促销 세일 تخفيضات
property immobilie immobilien immeuble bienes inmueble immobile imóvel imóveis vastgoed nieruchomość nieruchomości fastighet nemovitost emlak недвижимость 物件 不動産 房产 부동산 عقار kiinteistö
support hotline kundendienst kundenservice supportnummer klantenservice assistenza suporte soporte kundtjänst obsługa obsluga podpora destek поддержка サポート 客服 고객센터 الدعم asiakaspalvelu
solution lösung loesung lösungen loesungen solución soluzione soluzioni solução soluções oplossing oplossingen rozwiązanie rozwiązania lösning řešení çözüm решение 解決策 解决方案 해결 ratkaisu
problem problema problemi probleem problemen problemy sorun проблема проблемы 課題 問題点 難題 문제 مشكلة ongelma
priority priorität prioritaet priorité prioridad priorità prioriteit priorytet prioritet öncelik приоритет 優先度 优先级 우선순위 الأولوية prioriteetti
assignee zuständig zustaendig bearbeiter bearbeiterin assigné asignado assegnato atribuído toegewezen przypisany tilldelad přiřazeno atanan 担当者 担当 负责人 담당자 المسؤول vastuuhenkilö
platform plattform plattformen plateforme plataforma piattaforma piattaforme platforma plattformar платформа プラットフォーム 平台 플랫폼 المنصة alusta
developer entwickler entwicklerin développeur desarrollador sviluppatore sviluppatori desenvolvedor programador ontwikkelaar deweloper programista utvecklare vývojář geliştirici разработчик разработчики 開発者 開発元 开发者 开发商 개발자 개발사 المطور kehittäjä
audience zielgruppe zielgruppen público destinatari destinatarios doelgroep odbiorcy målgrupp аудитория 対象者 対象 受众 대상 الجمهور kohderyhmä
battery akku batterie batería bateria batteria batterij accu bateria batteri baterie pil батарея аккумулятор 電池 バッテリー 电池 배터리 بطارية
code código codice codigo kodu kód
screen bildschirm écran pantalla schermo ecrã beeldscherm ekran skärm obrazovka экран 画面 屏幕 화면 شاشة
breadcrumb brotkrume ariane brödsmulor migas
`
