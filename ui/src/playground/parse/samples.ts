/** Small files to try, made on the spot: they need no network. */
export const samples = [
  {
    name: 'a web page',
    make: () =>
      new File(
        [
          `<!doctype html><title>Opening hours</title><main><h1>Opening hours</h1>
<p>The reading room on Harbour Street is open to everybody. No card is needed to sit and read; one is needed to borrow.</p>
<table><tr><th>Day</th><th>Open</th><th>Close</th></tr><tr><td>Monday to Friday</td><td>09:00</td><td>20:00</td></tr><tr><td>Saturday</td><td>10:00</td><td>16:00</td></tr></table>
<p>On public holidays the room stays closed. Books can be returned at any time through the hatch beside the door.</p></main>`,
        ],
        'opening-hours.html',
        { type: 'text/html' },
      ),
  },
  {
    name: 'a table',
    make: () =>
      new File(
        [
          'lamp,price,currency,in stock\nDesk lamp No. 7,89.00,EUR,12\nFloor lamp No. 3,240.00,EUR,0\n',
        ],
        'lamps.csv',
        { type: 'text/csv' },
      ),
  },
] as const
