import type { Fault } from './fault.ts'

/** What a page says of itself and is read wrongly. */
export const metadata: Fault[] = [
  {
    page: 'news-chinese-simplified',
    why: 'the paper’s name in a meta element wins over the byline',
    right: 'author: 周晓禾',
    now: 'author: 江湾晚报',
  },
  {
    page: 'news-japanese',
    why: 'an author in an element of the class `writer` is not read',
    right: `language: ja
author: 三浦 さくら
published`,
    now: `language: ja
published`,
  },
  {
    page: 'blog-bengali',
    why: '“written by” is taken for a part of the name, although the name has an element of its own',
    right: 'author: রুমানা পারভীন',
    now: 'author: লিখেছেন রুমানা পারভীন',
  },
  {
    page: 'product-marketplace-vietnamese',
    why: 'who wrote a review is taken for the page’s author',
    right: `language: vi
`,
    now: `language: vi
author: t*****8
`,
  },
  {
    page: 'event-finnish',
    why: 'when the event takes place is taken for when the page was published',
    right: `language: fi
`,
    now: `language: fi
published: 2026-06-13T16:00:00Z
`,
  },
  {
    page: 'video-page-korean',
    why: '`uploadDate` of a `VideoObject` is not read',
    right: `author: 부엌일기
published: 2024-12-03T18:00:05+09:00
`,
    now: `author: 부엌일기
`,
  },
  {
    page: 'job-german',
    why: '`datePosted` of a `JobPosting` is not read',
    right: `language: de
published: 2025-10-20
---`,
    now: `language: de
---`,
  },
  {
    page: 'blog-blogger-vietnamese',
    why: 'the whole post is marked as description and as text at once, and is taken for the description',
    right: `
language: vi`,
    now: `
description: Năm nào cũng vậy, cứ đến đêm hai mươi tám Tết là cả nhà tôi thức canh nồi bánh chưng. Bố nhóm lửa từ ba giờ chiều, mẹ xếp bánh, còn mấy anh em thì tranh nhau chỗ ngồi gần bếp nhất. Gói bánh là việc của bà. Bà không dùng khuôn. Bốn chiếc lá dong đặt chéo nhau, một bát gạo, một nắm đỗ, hai miếng thịt, rồi lại đỗ, lại gạo. Tay bà gấp nhanh đến mức tôi nhìn bao nhiêu năm vẫn không học được. Nguyên liệu cho mười chiếc bánh 4 kg gạo nếp cái hoa vàng 1,5 kg đỗ xanh 2 kg thịt ba chỉ lá dong, lạt giang, muối, tiêuBánh phải luộc ít nhất mười hai tiếng, nước lúc nào cũng ngập mặt bánh. Gần sáng, bố vớt ra, rửa qua nước lạnh rồi xếp lên ván, đặt cái cối đá lên trên để ép. Năm nay bà không gói nữa. Bà ngồi bên cạnh, nhìn tôi gói chiếc bánh méo mó đầu tiên, và gật đầu.
language: vi`,
  },
  {
    page: 'blog-blogger-vietnamese',
    why: 'a time without a day is taken for the date; the `title` of the same element has all of it',
    right: 'published: 2023-02-07T21:14:00+07:00',
    now: 'published: 21:14',
  },
]
