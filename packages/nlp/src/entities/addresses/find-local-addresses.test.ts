import { describe, expect, it } from 'vitest';
import { foldText } from '../rules/fold-text.ts';
import { createRuleContext } from '../rules/rule-context.ts';
import { findPostalAddresses } from './find-postal-addresses.ts';

const found = (text: string, language: string) =>
  findPostalAddresses(foldText(text), createRuleContext({ language }), text);

describe('findPostalAddresses, by the conventions of a language', () => {
  it.each([
    ['hu', 'Iroda: |6722 Szeged, Kárász utca 9.|, tel.: 62/555-111'],
    ['hu', 'Itt lakom: |1077 Budapest, Wesselényi u. 44. 2. em. 7.|'],
    ['hu', 'A bolt a |7621 Pécs, Király utca 18.| alatt nyílt.'],
    ['hu', 'Küldje ide: |3525 Miskolc, Széchenyi út 27. fszt. 3.|, köszönöm.'],
    ['hu', 'Új címem |9700 Szombathely, Fő tér 5. II/4.|'],
    ['hu', 'Garázs 18 m2, 9 M Ft, |1117 Budapest, Bercsényi utca 8.|, hívjon!'],
    ['vi', 'Quán mới: |112 Trần Phú, Nha Trang|, mở cửa 7h.'],
    ['vi', 'Gặp tại |35 Bạch Đằng, Hải Châu, Đà Nẵng| nhé.'],
    ['vi', 'Nhà tôi ở |số 12 ngõ 34/7 Láng Hạ, phường Thành Công, quận Ba Đình, Hà Nội|.'],
    ['vi', 'Quê: |thôn 5, xã Đại Lãnh, huyện Đại Lộc, Quảng Nam|.'],
    ['vi', 'Nhà máy: |Lô C4, KCN Sóng Thần, đường số 6, Dĩ An, Bình Dương|.'],
    ['vi', 'Văn phòng |tầng 5, 21 Hùng Vương, Huế|.'],
    ['ar', 'المكتب في |شارع الأمير سلطان، حي الروضة، مبنى 310، جدة 23435|.'],
    ['ar', 'نلتقي في |برج المملكة، طريق الملك فهد، الرياض|.'],
    ['ar', 'أرسله إلى |12 شارع طلعت حرب، وسط البلد، القاهرة 11511|.'],
    ['ar', 'السكن |فيلا 7، شارع 18، حي السد، الدوحة|'],
    ['ar', 'العنوان |30 شارع جامعة الدول، المهندسين، الجيزة، شقة 5|.'],
    ['hi', 'कार्यालय |दूसरी मंज़िल, 22 कस्तूरबा गांधी मार्ग, नई दिल्ली 110001| में है।'],
    ['hi', '|सिटी प्लाज़ा, 8 स्टेशन रोड, भोपाल 462001|'],
    ['hi', 'पता |ए-44, सेक्टर 62, नोएडा 201309|'],
    ['ko', '사무실은 |서울시 마포구 월드컵북로 396, 5층|에 있습니다.'],
    ['ko', '주소는 |대전 유성구 대학로 99, 102동 1501호|입니다.'],
    ['ko', '집은 |인천광역시 남동구 구월동 1138|'],
    ['ko', '학교는 |경기도 수원시 팔달구 효원로 1 청사 B동 302호|이고 전화'],
    ['zh', '地址|朝阳区望京街10号1502室|。'],
    ['zh', '寄到：|浙江省杭州市西湖区文三路90号5栋2单元301|，谢谢'],
    ['zh', '分店在|香港九龍彌敦道中128號|，歡迎'],
    ['zh', '公司在|臺北市信義區松仁路100號12樓|。'],
    ['ja', 'お届け先は|東京都港区芝浦3-1-21 タワー棟1508号|です'],
    ['ja', '|〒602-8041 京都府京都市上京区油小路通下立売上る近衛町25|へ送る'],
    ['da', 'Vi bor |Gl. Kongevej 12, 1610 København V|.'],
    ['da', 'Fest i |Kulturhuset, Skolegade 3, 8600 Silkeborg|, kl. 18'],
    ['da', 'Butik: |Havnegade 5, 6700 Esbjerg|'],
    ['da', 'Mød os på |Torvet 8, 4600 Køge|.'],
    ['no', 'Kontor: |Nedre Slottsgate 8, 0157 Oslo|.'],
    ['no', 'Møt oss: |Torget 5, 5014 Bergen|.'],
    ['no', 'Møte i |Samfunnshuset, Storgata 12, 2609 Lillehammer|, kl. 19'],
    ['cs', 'Sejdeme se |Kounicova 4/12, Brno|.'],
    ['cs', 'Zboží pošlete |Zahradní 21, Horní Lhota, 763 23 Dolní Lhota u Luhačovic|'],
    ['el', 'Στο |Ερμού 44, Καλλιθέα 176 71|, πρώτος όροφος.'],
    ['el', 'Γραφείο: |Τσιμισκή 12, Θεσσαλονίκη 546 24| μέχρι τις 5.'],
    ['fi', 'Talo, |Rantatie 5, 43100 Saarijärvi|: 3 km'],
    ['uk', 'сервіс: |бульв. Лесі Українки, 26, Київ, 01133|.'],
    ['uk', '|61000, Харківська обл., м. Харків, вул. Сумська, буд. 10, кв. 4|'],
    ['tr', 'Adres: |Cumhuriyet Mahallesi, 1824. Sokak No: 5, 35500 Bornova/İzmir|'],
    ['tr', 'yeni adres |Atatürk Cad. Menekşe Apt. Kat 3 Daire 6 Osmangazi Bursa|, tel'],
    ['tr', '|Gazi Mah. Orman Yolu Sok. No: 4 D: 2, 34720 Kadıköy/İstanbul|'],
    ['id', 'Kirim ke |Jl. Kenanga No. 4 RT 02/RW 07, Kel. Menteng, Jakarta Pusat 10310| ya'],
    ['id', 'Toko: |Ruko Mutiara Blok B5, Jl. Ahmad Yani, Surabaya, Jawa Timur 60231|,'],
    ['id', 'Acara di |Gedung Serbaguna, Jl. Merdeka No. 3, Bandung 40111|, pukul 9.'],
    ['he', 'ההופעה: |היכל הספורט, רחוב הגפן 4, חיפה|, בשעה 20'],
    ['hu', 'Bolt: |8000 Székesfehérvár, Budai út 41.|, hétfőtől'],
    ['hu', 'Címem: |1136 Budapest, Tátra utca 6. 4. em. 1.|'],
    ['hu', 'Kiadó 40 m2, 120 E Ft, |6720 Szeged, Tisza Lajos körút 12. I/2.|'],
    ['vi', 'Ghé |77 Nguyễn Thị Minh Khai, Quy Nhơn| ăn thử.'],
    ['vi', 'Kho |Lô D1, KCN Hòa Khánh, đường số 4, quận Liên Chiểu, Đà Nẵng|.'],
    ['vi', 'Tôi ở |thôn 2, xã Ea Tu, Buôn Ma Thuột|.'],
    ['da', 'Kursus på |Biblioteket, Vestergade 2, 5000 Odense C|.'],
    ['no', 'Adressen er |Store Ringvei 44, 0575 Oslo|.'],
  ])('%s: finds the marked address in %j', (language, marked) => {
    const [, address] = marked.split('|');
    const text = marked.replaceAll('|', '');
    const spans = found(text, language).map(({ startIndex, endIndex }) => text.slice(startIndex, endIndex));
    expect(spans).toEqual([address]);
  });

  it.each([
    ['hu', '1990. május 3. óta 12 ezer forint a bérlet Budapesten.'],
    ['vi', 'Năm 2019 có 12 Việt kiều về Hà Nội, 5 người ở lại.'],
    ['ar', 'في 2019 زار 12 وزيرا القاهرة ودبي.'],
    ['hi', 'कल 12 लोग दिल्ली गए।'],
    ['ko', '서울 강남구 인구는 53만 명이다.'],
    ['zh', '他跑了100路公交车3号线。'],
    ['ja', '2024年に東京都で町3つが合併した。'],
    ['da', 'I 2012 kom 1200 til Randers.'],
    ['cs', 'Skóre bylo 12/5 a Brno vyhrálo.'],
    ['fi', 'Huone 204, 58900 euroa.'],
    ['uk', 'У 2019 році 49000 людей.'],
    ['tr', "2019'da 3. kat yandı."],
    ['id', 'Harga di Jakarta naik 12 persen.'],
    ['en', 'In 2019, 12 Downing officials left London.'],
    ['da', 'Vi ses kl. 18, Torvet er lukket.'],
    ['ko', '서울시 강남구 역삼동 3곳이 문을 닫았다.'],
    ['ko', '2024년 서울시 중구 명동 10배 인파'],
    ['ja', '東京都の千代田区で町5つが祭りを開いた。'],
    ['vi', 'Ngày 12 Hà Nội mưa to, Huế nắng.'],
    ['hi', 'बी-12, विटामिन की कमी आम है।'],
    ['tr', 'Kat 2 Daire 8 boş.'],
    ['id', 'Rapat RT 03/RW 05 batal.'],
    ['cs', 'Sparta vyhrála 3/4, Brno prohrálo.'],
  ])('%s: finds none in %j', (language, text) => {
    expect(found(text, language)).toEqual([]);
  });

  it('keeps the dotted capital I of the text in the value', () => {
    const [candidate] = found('Moda Cad. No: 5, 34710 Kadıköy/İstanbul', 'tr');
    expect(candidate?.value).toBe('Moda Cad. No: 5, 34710 Kadıköy/İstanbul');
  });
});
