// What of d3-scale is used here.
declare module "d3-scale" {
  interface Scale {
    (value: number): number;
    domain(ends: number[]): Scale;
    range(ends: number[]): Scale;
    exponent(power: number): Scale;
    nice(many?: number): Scale;
    invert(place: number): number;
    ticks(many?: number): number[];
  }
  export function scaleLinear(): Scale;
  export function scalePow(): Scale;
}
