declare module "subset-font" {
  interface Options {
    targetFormat: "sfnt" | "woff" | "woff2";
    noHinting?: boolean;
    noLayoutClosure?: boolean;
    keepFeatures?: string[];
    variationAxes?: Record<string, { min: number; max: number }>;
  }

  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
