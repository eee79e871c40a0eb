import { gatherAnswers } from '../src/bus/kafka-frames.ts';

/** An answer: its size and a body of so many bytes. */
const answer = (bytes: number, fill: number): Buffer => {
  const whole = Buffer.alloc(4 + bytes, fill);
  whole.writeInt32BE(bytes);
  return whole;
};

describe('answers of Kafka', () => {
  const all = Buffer.concat([answer(5, 1), answer(0, 2), answer(300, 3), answer(1, 4)]);

  test.each([1, 2, 3, 4, 7, 100, 1000])('when they come in pieces of %i bytes then only whole ones are passed on, and all', (pieceBytes) => {
    const gather = gatherAnswers();
    const passed: Buffer[] = [];
    for (let start = 0; start < all.length; start += pieceBytes) {
      const whole = gather(Buffer.from(all.subarray(start, start + pieceBytes)));
      if (whole === undefined) continue;
      passed.push(whole);
      let end = 0;
      while (end < whole.length) end += 4 + whole.readInt32BE(end);
      expect(end).toBe(whole.length);
    }
    expect(Buffer.concat(passed)).toEqual(all);
  });
  test('when an answer is cut then none of it is passed on', () => {
    expect(gatherAnswers()(answer(5, 1).subarray(0, 8))).toBeUndefined();
  });
  test('when something else than Kafka answers then it is refused', () => {
    expect(() => gatherAnswers()(Buffer.from([0x15, 3, 1, 0, 2, 2, 22]))).toThrow('What answers does not speak the protocol of Kafka.');
    expect(() => gatherAnswers()(Buffer.from('HTTP/1.1 400 Bad Request'))).toThrow('What answers does not speak the protocol of Kafka.');
    expect(() => gatherAnswers()(Buffer.from([255, 255, 255, 255]))).toThrow('What answers does not speak the protocol of Kafka.');
  });
});
