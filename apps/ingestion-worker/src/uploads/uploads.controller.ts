import { type OperationInput, type OperationOutput, upload } from '@arbiter/contracts';
import { HandlesOperation, type OperationContext } from '@arbiter/messaging';
import { Controller, Inject } from '@nestjs/common';
import { Uploads } from './uploads.js';

@Controller()
export class UploadsController {
  constructor(@Inject(Uploads) private readonly uploads: Pick<Uploads, 'add' | 'discard'>) {}

  @HandlesOperation(upload)
  async upload(
    { uploadId, index, data, end, discard }: OperationInput<typeof upload>,
    { signal, principal }: OperationContext,
  ): Promise<OperationOutput<typeof upload>> {
    if (discard) {
      await this.uploads.discard(uploadId, index + 1, principal, signal);
      return { uploads: [] };
    }
    const piece = { uploadId, index, data: Buffer.from(data, 'base64') };
    const added = await this.uploads.add(piece, end, principal, signal);
    return { uploads: added ? [added] : [] };
  }
}
