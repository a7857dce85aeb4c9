import { describe, expect, it } from 'vitest';
import { findReferences } from './find-references.ts';

const found = (text: string) => findReferences(text).map(({ value }) => value);

describe('findReferences', () => {
  it.each([
    ['Invoice 2041 is due', '2041'],
    ['order no. 2024-118-4471', '2024-118-4471'],
    ['Order no. 4021-88-1 was', '4021-88-1'],
    ['Rechnung Nr. RE-2026-0042', 'RE-2026-0042'],
    ['Kundennummer: 883920', '883920'],
    ['ticket #4711', '4711'],
    ['facture n° F2024-33', 'F2024-33'],
    ['pedido número 88123', '88123'],
    ['заказ № 12345', '12345'],
    ['zamówienie nr 55/2024', '55/2024'],
    ['订单号：202411884471', '202411884471'],
    ['注文番号はA-2024-55です', 'A-2024-55'],
    ['주문번호 2024-1234', '2024-1234'],
    ['tracking number 1234 5678 9012', '123456789012'],
    ['1Z999AA10123456784', '1Z999AA10123456784'],
    ['case reference is KX-99/2', 'KX-99/2'],
  ])('finds the number in %j', (text, expected) => {
    expect(found(text)).toEqual([expected]);
  });

  it.each([
    'order 3 pizzas',
    'in order 2024 was fine',
    'the invoice of 2024-05-12',
    'orders 5000 units',
    'customers 2000 and more',
    'an order worth 5,000 euros',
    'bill 10kg',
  ])('finds none in %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});
